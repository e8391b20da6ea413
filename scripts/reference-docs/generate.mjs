// Fills in the parts of hand-written pages that follow from the library and the contract. A comment names the part that follows it:
// `<!-- Generated (options pay/src/core/options/call-options.ts CallOptions): do not edit up to the next comment. -->`.
import { groupBy, joined } from '../collections.mjs';
import { claimsOf, CONFIDENCES, kindOfConfidence } from '../contract/claims.mjs';
import { readContract, readYaml } from '../contract/read.mjs';
import { constantsOf, declarationIn, membersOf } from '../declarations.mjs';
import { fillIn, report } from '../generated.mjs';
import { environment, READS, readings } from '../operation-docs/library.mjs';
import { code, table } from '../operation-docs/markdown.mjs';
import { aliasOf } from '../operation-facts/webhook-events.mjs';
import { controlRoutes, merchantRoutes, numberOfSchemas } from './control-api.mjs';

const PAGES = [
  'README.md',
  'docs/explanation/fidelity.md',
  ...['control-api', 'environment-variables', 'errors', 'events', 'operator', 'options', 'simulator'].map(
    (name) => `docs/reference/${name}.md`,
  ),
];
const contract = readContract();

const standardOf = ({ isOptional, tags }) =>
  !isOptional ? 'required' : (tags.default?.[0] ?? '').replace(/(?<=\d)_(?=\d{3})/g, ',');
const meaningOf = ({ text, tags: { deprecated } }) =>
  joined([text, deprecated && `Deprecated: ${deprecated[0]}`]);

/** Returns a table of the members of interfaces: `file name`, … */
function options(...places) {
  const rows = places
    .flatMap((file, index) => (index % 2 === 0 ? membersOf(declarationIn(file, places[index + 1])) : []))
    .map((member) => [`${code(member.name)}<br>${code(member.type)}`, standardOf(member), meaningOf(member)]);
  return table(['option and type', 'default', 'meaning'], rows);
}

const CLIENT = ['pay/src/clients/client-options.ts', 'ClientOptions', 'PayWalletOptions', 'PayISVOptions'];
const WEBHOOKS = ['pay/src/nest/options/pay.options.ts', 'PayWebhookSettings', 'PayWebhookModuleOptions'];

/** Returns a table of the variables of a client, of all clients, of the webhooks of one account, or of all accounts. */
function variables(section) {
  const { CLIENT_VARIABLES, SHARED_VARIABLES, WEBHOOK_VARIABLES, PREFIX } = environment;
  const ofWebhooks = (wanted) => WEBHOOK_VARIABLES.filter(({ isOwn }) => isOwn === wanted);
  const lists = { shared: SHARED_VARIABLES, webhook: ofWebhooks(true), webhooks: ofWebhooks(false) };
  const [file, ...names] = section.startsWith('webhook') ? WEBHOOKS : CLIENT;
  const known = names.flatMap((name) => membersOf(declarationIn(file, name)));
  const owner = { shared: '', webhook: 'webhooks.' }[section] ?? `${section}.`;
  const rows = (lists[section] ?? CLIENT_VARIABLES[section]).map(({ variable, option, kind }) => {
    const found = known.find(({ name }) => name === option.split('.')[0]);
    return [
      `${code(PREFIX + variable)}<br>${code(owner + option)}`,
      kind.expected.replace(/^must be (an? )?/, ''),
      found ? standardOf(found) : '',
      found ? meaningOf(found) : '',
    ];
  });
  return table(['variable and option', 'value', 'default', 'meaning'], rows);
}

const RESULTS = 'pay/src/core/operation/method-return.ts';

function codes() {
  const rows = constantsOf(RESULTS, 'PayErrorCode').map(({ name, value, text, tags }) => {
    for (const tag of ['outcome', 'retryable', 'fix'])
      if (tags[tag] === undefined) report(`PayErrorCode.${name} has no @${tag} in its docstring.`);
    const { fix: [fix] = [''], outcome: [outcome] = [''], retryable: [retryable] = [''] } = tags;
    const link = `<a id="${value}"></a>[${code(value)}](#${value})`;
    return [link, `${text}<br>${fix}`, outcome, retryable];
  });
  return table(['code', 'meaning and next step', 'outcome', 'retryable'], rows);
}

/** Returns a table of the fields of a result. */
function fields(name) {
  const rows = membersOf(declarationIn(RESULTS, name)).map((member) => [
    code(member.name),
    code(member.type),
    meaningOf(member),
  ]);
  return table(['field', 'type', 'meaning'], rows);
}

const CLIENTS = { wallet: 'merchant', isv: 'isv', marketplace: 'marketplace' };
/** A client whose methods return their own name. */
const namingClient = (path = []) =>
  new Proxy(() => path.join('.'), { get: (_target, name) => namingClient([...path, name]) });

/** Says how an event is confirmed: with which read of which client. */
function confirmedBy({ eventTypeId, key, appliesTo }) {
  if (key === 'SaleTransactions') return 'signature';
  const named = { SessionId: 'id', ConnectedAccountId: 'id' };
  const calls = Object.keys(CLIENTS)
    .filter((client) => appliesTo.includes(CLIENTS[client]))
    .flatMap((client) => {
      const read = readings[eventTypeId]?.readOf(named, READS[client](namingClient()));
      return read ? [`${code(client)}: ${code(read())}`] : [];
    });
  return calls.join('<br>') || 'not possible';
}

function events() {
  const sorted = contract['webhook-events'].events.toSorted((a, b) => a.eventTypeId - b.eventTypeId);
  const rows = sorted.map((event) => {
    const { eventTypeId, key, payload, doc, appliesTo } = event;
    const accounts = appliesTo.join(', ').replace('isv', 'ISV');
    const types = `${code(aliasOf(key))}<br>${code(`${payload}Payload`)}`;
    const meaning = `${doc}<br>For: ${accounts}.<br>${types}`;
    return [`${eventTypeId}<br>${code(key)}`, meaning, confirmedBy(event)];
  });
  return table(['`PayEventType`', 'meaning, and types of event and payload', 'confirmed by'], rows);
}

const allClaims = claimsOf(contract);

/** Counts claims: all of them, and those of each confidence. */
const countsOf = (claims) =>
  [
    claims,
    ...CONFIDENCES.map((kind) => claims.filter((one) => kindOfConfidence(one.confidence) === kind)),
  ].map(({ length }) => length.toLocaleString('en-US'));

/** Returns tables with the number of claims by kind and by area. */
const counts = () =>
  ['kind', 'area']
    .map((member) => {
      const rows = [...groupBy(allClaims, (claim) => claim[member])].map(([name, own]) => [
        name,
        ...countsOf(own),
      ]);
      return table([member, 'all', ...CONFIDENCES], [...rows, ['**all**', ...countsOf(allClaims)]]);
    })
    .join('\n\n');

function claims() {
  const [all, observed, documented, ofOthers, inferred] = countsOf(allClaims);
  return (
    `This project makes ${all} claims about the service. ${observed} were observed, ${documented} are documented, ` +
    `${ofOthers} come from the code of other projects, and ${inferred} are inferred ` +
    '([simulator accuracy](docs/explanation/fidelity.md)).'
  );
}

const control = readYaml('control.yaml');
const PARTS = {
  options,
  variables,
  codes,
  fields,
  events,
  counts,
  claims,
  routes: () => controlRoutes(control),
  merchantRoutes: () => merchantRoutes(control),
  schemas: () => numberOfSchemas(control),
};
for (const page of PAGES) fillIn(page, PARTS);
