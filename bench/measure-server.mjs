// Reports the address of a server to the runner, and its CPU time between start and stop.
export function measureServer(url) {
  let cpu;
  process.on('message', (message) => {
    if (message === 'start') cpu = process.cpuUsage();
    if (message === 'stop') {
      const { user, system } = process.cpuUsage(cpu);
      process.send({ cpuMicroseconds: user + system });
    }
  });
  process.send({ url });
}

export const SECRET = 'bench-webhook-secret';
