import { runGroup } from './run-group.js';

await runGroup(1);
