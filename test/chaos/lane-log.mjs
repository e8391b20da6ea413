// What a process handled when: written at once, so that it survives SIGKILL, by the clock that all processes share.
import { openSync, writeSync } from 'node:fs';

/** @param {string} file of this process alone. */
export function laneLog(file) {
  const fd = openSync(file, 'a');
  let spans = 0;
  const write = (...values) => writeSync(fd, `${values.join(' ')}\n`);
  return {
    /** @returns {() => void} to be called at its end. */
    begin(lane) {
      const span = ++spans;
      write('begin', span, process.hrtime.bigint(), lane);
      return () => write('end', span, process.hrtime.bigint());
    },
  };
}
