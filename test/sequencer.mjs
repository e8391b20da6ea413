import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');
/** Projects with the longest files start first, so that no long file runs alone at the end. A clean clone has no recorded times. */
const FIRST = ['browser', 'screens', 'long', 'chaos', 'compatibility', 'package', 'hostile'];
/** Files that take longer than their size suggests. */
const LONG =
  /\/(operation-docs|bullmq|subscriptions|till|splits|durable-inbox|failures|openapi|marketplace|payouts|options-check\.property)\.spec\.ts$/;

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path, context }) => {
      if (FIRST.includes(context.config.displayName.name)) return 0;
      return LONG.test(path) ? 1 : 2;
    };
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
