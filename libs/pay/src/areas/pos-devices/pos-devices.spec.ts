import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DeviceStatus, unwrap } from 'nestjs-pay/client';
import { World } from '../../../../../test/contract/round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('terminals');
});
afterAll(() => world.close());

it('finds terminals by status and source code', async () => {
  const devices = unwrap(await world.pos.pos.devices.searchDevices({ statusId: DeviceStatus.Live }));
  expect(devices.map(({ terminalId }) => terminalId)).toEqual(['16000010', '16000011', '16000012']);
  expect(await world.pos.pos.devices.searchDevices({ sourceCode: 'none' })).toMatchObject({ data: [] });
});

it('rejects an unknown status before anything is sent', async () => {
  expect(await world.pos.pos.devices.searchDevices({ statusId: 8 })).toMatchObject({
    success: false,
    code: 'validationerror',
    error: { outcome: 'not-sent' },
  });
});
