// Builds the page of the environment variables, from the table that `payConfig` reads.
import { cell, table } from '../operation-docs/markdown.mjs';
import { load } from './declarations.mjs';
import { optionAt } from './options-page.mjs';

const { CLIENT_VARIABLES, SHARED_VARIABLES, WEBHOOK_VARIABLES, WEBHOOK_URL, PREFIX } = await load(
  'pay/src/nest/options/environment-variables.ts',
);

const tableOf = (section, variables) =>
  table(
    ['variable and option', 'value', 'default', 'meaning'],
    variables.map(({ variable, option, kind }) => {
      const known = optionAt(section, option);
      return [
        `\`${PREFIX}${variable}\`<br>\`${section === 'shared' ? option : `${section}.${option}`}\``,
        cell(kind.expected.replace(/^must be (an? )?/, '')),
        cell(known?.required === true ? 'required' : (known?.default ?? '')),
        cell(known?.meaning ?? ''),
      ];
    }),
  );

export function environmentPage(header) {
  return [
    header,
    '# Environment variables',
    '`PayModule.forRootAsync({ config: payConfig })` reads these variables. A client is configured if one of its own variables is set. An empty variable counts as not set.',
    "All other options are set in code, beside `config`: `PayModule.forRootAsync({ config: payConfig, tokens: 'shared', webhooks: { path: 'pay/webhook' } })`.",
    'A missing or wrong variable prevents startup, and the error names it. So does a name that is almost the name of a variable, such as `PAY_WEBHOOK_TRUSTED_PROXY`. Your own variables may begin with `PAY_`.',
    "An account with a name has its own variables: `payConfigFor('shop-gr')` reads `PAY_SHOP_GR_CLIENT_ID`. Variables for all configured clients and for webhooks of all accounts also apply to such an account, unless it has its own.",
    '## Merchant',
    tableOf('wallet', CLIENT_VARIABLES.wallet),
    '## ISV or reseller',
    tableOf('isv', CLIENT_VARIABLES.isv),
    '## Marketplace',
    tableOf('marketplace', CLIENT_VARIABLES.marketplace),
    '## All configured clients',
    tableOf('shared', SHARED_VARIABLES),
    '## Webhooks of one account',
    tableOf(
      'webhooks',
      WEBHOOK_VARIABLES.filter(({ isOwn }) => isOwn),
    ),
    '## Webhooks of all accounts',
    tableOf(
      'webhooks',
      WEBHOOK_VARIABLES.filter(({ isOwn }) => !isOwn),
    ),
    `\`${PREFIX}${WEBHOOK_URL}\` sets no option. It is the address of your webhook for the [commands](cli.md).`,
    'The commands `payouts`, `lookup` and `reconcile` also read `PAY_DATA_SERVICES_CLIENT_ID` and `PAY_DATA_SERVICES_CLIENT_SECRET`.',
    '',
  ].join('\n\n');
}
