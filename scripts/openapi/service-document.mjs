// The OpenAPI document of the service's operations, from contract/.
import { operationsOf } from '../contract/claims.mjs';
import { contentOf, readContract, readDocuments, readYaml, SECURITY_SCHEMES } from '../contract/read.mjs';
import { camel, groupBy, joined, mapValues, nonEmpty, pick, unique } from '../collections.mjs';
import { exampleOf, published, publishedParameter } from './published-schema.mjs';

const contract = readContract();
const documents = readDocuments();

const DESCRIPTION = `The operations of Viva.com (Viva Wallet) that pay-simulator simulates. The document is unofficial: it is generated from the project's contract, which states for each claim how it is known.

- \`x-evidence\` says how a claim is known. Its \`confidence\` is \`observed(date, environment)\`, \`documented\`, \`public-sdk\` or \`inferred\`. A field without one is known as well as its operation.
- \`source\` of the evidence: pages, issues and repository paths that show the claim. An inferred claim has none.
- \`x-unit\` of an amount: \`minor\` (1050 is 10.50), \`major\` (10.5) or \`unknown\`. Requests have minor units, most responses have major units.
- The service has three hosts. Each path names its servers and \`x-host\`. If your generator ignores the servers of a path, create one client for each host.
- Order codes and wallet IDs are int64. Order codes have 16 digits and exceed 2^53. OpenAPI has no other standard form than \`format: int64\`. JavaScript clients type it as \`number\` and lose digits, so they need the string form: read the digits from the text of the response. As parameters they are strings.
- Some operations share method and path. They are one operation here, and \`x-operations\` names all of them.
- \`webhooks\` has the events that the service posts to your server. Before the service saves a webhook, it calls the address with GET.
- Responses list the known fields. A field is required if a page of the service or a recorded response shows it, and never as null. Other fields can be absent.`;

export function serviceDocument() {
  const paths = {};
  const byUrl = groupBy(operationsOf(contract), urlOf);
  for (const shared of byUrl.values()) {
    const { path, host, servers, http } = shared[0].row;
    paths[path] = {
      'x-host': host,
      // Clients use the first one: live.
      servers: servers.toReversed(),
      ...paths[path],
      [http.toLowerCase()]: operationOf(shared),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Viva.com operations in pay-simulator (unofficial)',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: documents.payments.servers.toReversed(),
    tags: Object.entries(contract)
      .filter(([, { operations = [], events = [] }]) => operations.length + events.length > 0)
      .map(([name, { about }]) => ({ name, description: about })),
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: published(SECURITY_SCHEMES),
      schemas: { ...published(EVENTS.components.schemas), ...errorSchemas() },
    },
  };
}

const urlOf = ({ row }) => `${row.http} ${row.host} ${row.path}`;

const EVENTS = readYaml('webhooks.yaml');

/** The events, with the accounts that get them. */
const webhooks = () =>
  mapValues(EVENTS.webhooks, ({ post: { 'x-event': event, ...post } }) => {
    const { schema, ...content } = post.requestBody.content['application/json'];
    const body = { 'application/json': { schema: published(schema), ...content } };
    return {
      post: {
        ...post,
        summary: `${event.eventTypeId} ${post.summary}`,
        description: `${post.description} Sent to accounts of: ${event.appliesTo.join(', ')}.`,
        requestBody: { required: true, content: body },
      },
    };
  });

const ERRORS = { accounts: 'TokenError', api: 'ApiError', web: 'LegacyError' };

function errorSchemas() {
  const { oauthToken, v2, legacy } = contract.auth.errorShapes;
  const schema = ({ fields, example }) => ({ type: 'object', properties: fields, examples: [example] });
  return { TokenError: schema(oauthToken), ApiError: schema(v2), LegacyError: schema(legacy) };
}

/** Joins the operations that share a method and a path. */
function operationOf(shared) {
  const [{ area, row, key }] = shared;
  const all = shared.map((one) => one.row.document);
  const notes = shared.map(({ row: { id, summary, document } }) =>
    joined([shared.length > 1 && `**${id}**: ${summary}`, document.description, document['x-notes']]),
  );
  const sources = unique(all.flatMap((one) => one['x-evidence'].source ?? []));
  return {
    operationId: camel(key),
    tags: [area],
    summary: row.summary.replace(/\.$/, ''),
    description: joined(notes, '\n\n') || undefined,
    'x-operations': shared.map((one) => one.key),
    'x-retry': row.idempotent,
    'x-evidence': { ...row.document['x-evidence'], ...(sources.length > 0 && { source: sources }) },
    security: unique(all.flatMap(({ security }) => security)),
    parameters: nonEmpty(parametersOf(all)),
    requestBody: requestBodyOf(
      all.flatMap(({ requestBody = [] }) => requestBody),
      all.length,
    ),
    responses: responsesOf(shared.map((one) => one.row)),
  };
}

function parametersOf(all) {
  const used = all.flatMap(({ parameters = [] }) => parameters);
  return [...groupBy(used, ({ in: place, name }) => `${place} ${name}`).values()].map((same) => ({
    ...publishedParameter(same[0]),
    // A parameter is required only if each of the operations requires it.
    required: same.filter(({ required }) => required).length === all.length,
  }));
}

/** Returns the content of a request or a response that has one of some schemas, with an example. */
function contentWith(type, schemas, isRequest) {
  const [first, ...others] = unique(schemas);
  const schema = others.length === 0 ? first : { anyOf: [first, ...others] };
  return { [type]: { schema, example: exampleOf(schema, isRequest) } };
}

function requestBodyOf(bodies, count) {
  if (bodies.length === 0) return undefined;
  const schemas = bodies.map((body) => published(contentOf(body).schema));
  return {
    required: bodies.length === count && bodies.every(({ required }) => required),
    content: contentWith(contentOf(bodies[0]).type, schemas, true),
  };
}

/** Leaves out what is required, because 202 means that the work has not ended, and the members come later. */
const withoutRequired = ({ required: _required, properties, ...rest }) => ({
  ...rest,
  ...(properties && { properties: mapValues(properties, withoutRequired) }),
});

function responsesOf(rows) {
  const result = {};
  const successes = rows.flatMap(({ document, response }) =>
    response.status.map((status) => {
      const content = contentOf(Object.values(document.responses).find((one) => one.content));
      return { status, ...content, isKept: content.schema && status !== 204 };
    }),
  );
  for (const [status, all] of groupBy(successes, (one) => one.status)) {
    const kept = all.filter(({ isKept }) => isKept).map(({ schema }) => published(schema));
    const schemas = status === 202 ? kept.map(withoutRequired) : kept;
    const content = kept.length > 0 ? contentWith(all.find(({ isKept }) => isKept).type, schemas) : undefined;
    result[status] = { description: 'Success.', content };
  }
  const schema = { $ref: `#/components/schemas/${ERRORS[rows[0].host]}` };
  // An error without a status concerns no response, or its status is unknown.
  const errors = rows.flatMap((row) => row.errors);
  for (const [status, own] of groupBy(errors, (error) => error.status ?? 'default')) {
    const texts = own.map(({ code, when }) => `- ${code === null ? '' : `${code}: `}${when}`);
    result[status] = {
      description: joined([result[status]?.description, ...texts], '\n'),
      content: result[status]?.content ?? { 'application/json': { schema } },
      'x-errors': unique(own.map((error) => pick(error, ['id', 'confidence', 'source']))),
    };
  }
  return result;
}
