export { PaySplits } from './splits/pay-splits.js';
export { PaySplitsModule } from './splits/pay-splits.module.js';
export { PaySplitError } from './splits/pay-split-error.js';
export type { PaySplit, PaySplitBooks, PaySplitExternal, PaySplitMovement } from './splits/split.types.js';
