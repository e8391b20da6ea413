// What every server contestant tells the runner: its address, and the CPU it used between start and stop.
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
