// A global setup of Vitest (globalSetup): one container for all workers. Not run in the project's tests, which have no Docker.
import { GenericContainer, Wait } from 'testcontainers';

let container;

export async function setup() {
  container = await new GenericContainer('pay-simulator')
    .withExposedPorts(4010)
    .withWaitStrategy(Wait.forHttp('/health', 4010))
    .start();
  const { output } = await container.exec(['cat', '/data/control-token']);
  process.env.PAY_SIMULATOR_URL = `http://${container.getHost()}:${container.getMappedPort(4010)}`;
  process.env.PAY_CONTROL_TOKEN = output.trim();
}

export const teardown = () => container.stop();
