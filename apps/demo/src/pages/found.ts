import { NotFoundException } from '@nestjs/common';

/** Returns a record. @throws NotFoundException if there is none. */
export function found<One>(one: One | null | undefined): One {
  if (one === null || one === undefined) throw new NotFoundException();
  return one;
}
