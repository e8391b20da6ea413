// Logs when handlers run. Lines are written synchronously, to survive SIGKILL, with the monotonic clock of the machine.
import { openSync, writeSync } from 'node:fs';

/** @param {string} file - Log of this process only. */
export function handlerLog(file) {
  const fd = openSync(file, 'a');
  let spans = 0;
  const write = (...values) => writeSync(fd, `${values.join(' ')}\n`);
  return {
    /** @returns {() => void} Logs the end. */
    begin(order) {
      const span = ++spans;
      write('begin', span, process.hrtime.bigint(), order);
      return () => write('end', span, process.hrtime.bigint());
    },
  };
}
