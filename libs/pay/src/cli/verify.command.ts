import { VERSION } from '../core/values/version.js';
import { VERIFY_USAGE, runVerify } from '../verify/verify-command.js';
import type { Command } from './command.js';

export const verifyCommand: Command = {
  usage: VERIFY_USAGE,
  run: (args, io) => runVerify(args, io, VERSION),
};
