// Builds the page of the environment variables, from the table that `payConfig` reads.
import { cell, table } from '../operation-docs/markdown.mjs';
import { load } from './declarations.mjs';
import { optionAt } from './options-page.mjs';

const { CLIENT_VARIABLES, SHARED_VARIABLES, WEBHOOK_VARIABLES, WEBHOOK_URL, PREFIX } = await load(
  'pay/src/nest/options/environment-variables.ts',
);

const rowsOf = (section, variables) =>
  variables.map(({ variable, option, kind, isOwn }) => {
    const known = optionAt(section, option);
    return [
      `\`${PREFIX}${variable}\``,
      `\`${section === 'shared' ? option : `${section}.${option}`}\``,
      cell(kind.expected.replace(/^must be /, '')),
      cell(known?.required === true ? 'required' : (known?.default ?? '')),
      cell(known?.meaning ?? ''),
      isOwn ? '' : 'yes',
    ];
  });
const HEAD = ['variable', 'option', 'value', 'default', 'meaning', 'also for accounts with a name'];

export function environmentPage(header) {
  return [
    header,
    '# Environment variables',
    '`PayModule.forRootAsync({ config: payConfig })` reads these variables. A client is configured if one of its own variables is set. An empty variable counts as not set.',
    'A missing or wrong variable stops the boot, and the error names it. So does a name that is almost the name of a variable, such as `PAY_WEBHOOK_TRUSTED_PROXY`. Your own variables may begin with `PAY_`.',
    "An account with a name has its own variables: `payConfigFor('shop-gr')` reads `PAY_SHOP_GR_CLIENT_ID`. The last column shows the variables of the application that also apply to such an account, unless it has its own.",
    '## Merchant',
    table(HEAD, rowsOf('wallet', CLIENT_VARIABLES.wallet)),
    '## ISV or reseller',
    table(HEAD, rowsOf('isv', CLIENT_VARIABLES.isv)),
    '## Marketplace',
    table(HEAD, rowsOf('marketplace', CLIENT_VARIABLES.marketplace)),
    '## All configured clients',
    table(HEAD, rowsOf('shared', SHARED_VARIABLES)),
    '## Webhooks',
    table(HEAD, rowsOf('webhooks', WEBHOOK_VARIABLES)),
    `\`${PREFIX}${WEBHOOK_URL}\` sets no option. It is the address of your webhook for the [commands](cli.md).`,
    '',
  ].join('\n\n');
}
