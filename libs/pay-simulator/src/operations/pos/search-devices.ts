import type { SearchDevicesBody } from '../request-values.generated.js';
import type { AccountServices } from '../../services/merchant-services.js';
import type { OperationReply, OperationRequest } from '../../http/operation.js';
import { membersOf } from '../members-of.js';
import { HeaderEvent } from './header-event.js';

/** Lists terminals by status and store. For an ISV, the terminals have their merchant's ID. @see contract/openapi/pos.yaml pos.devices.searchDevices */
export const searchDevices = (
  { cardTerminals }: AccountServices,
  { body }: OperationRequest<SearchDevicesBody>,
  owner: { readonly merchantId?: string } = {},
): OperationReply => {
  const { statusId, sourceCode } = body;
  const found = cardTerminals
    .list()
    .filter(
      (one) =>
        (statusId === undefined || one.statusId === statusId) &&
        (sourceCode === undefined || one.sourceCode === sourceCode),
    );
  const json = found.map((one) => ({ ...owner, ...membersOf('pos.devices.searchDevices', one) }));
  return { status: 200, json, eventId: HeaderEvent.DevicesReturned };
};
