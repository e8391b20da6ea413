// The OpenAPI document of the service's operations, from contract/.
import { operationsOf } from '../contract/claims.mjs';
import { contentOf, readContract, readDocuments, readYaml } from '../contract/read.mjs';
import { camel, defined, groupBy, joined, mapValues, unique } from '../collections.mjs';
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
    components: { securitySchemes: securitySchemes(), schemas: errorSchemas() },
  };
}

/** Two templates that differ only in the names of their parameters are one path. */
const urlOf = ({ row }) => `${row.http} ${row.host} ${row.path.replaceAll(/\{\w+\}/g, '{}')}`;

/** The schemes of all areas, with the scopes of all. */
function securitySchemes() {
  const schemes = {};
  for (const { components } of Object.values(documents))
    for (const [name, scheme] of Object.entries(components.securitySchemes)) {
      schemes[name] ??= structuredClone(scheme);
      const scopesOf = ({ flows }) => flows?.clientCredentials.scopes ?? {};
      Object.assign(scopesOf(schemes[name]), scopesOf(scheme));
    }
  return schemes;
}

const EVENTS = readYaml('webhooks.yaml');

/** Joins the envelope and the members of an event. */
function eventSchema(schema) {
  if (schema.allOf === undefined) return published(schema);
  const envelope = published(EVENTS.components.schemas.Envelope);
  const { EventTypeId, EventData } = schema.allOf[1].properties;
  return {
    ...envelope,
    properties: {
      ...envelope.properties,
      EventTypeId: { ...envelope.properties.EventTypeId, ...EventTypeId, examples: [EventTypeId.const] },
      EventData: { ...envelope.properties.EventData, ...published(EventData) },
    },
  };
}

/** The events, with the accounts that get them. */
const webhooks = () =>
  mapValues(EVENTS.webhooks, ({ post: { 'x-event': event, ...post } }) => {
    const { schema, ...content } = post.requestBody.content['application/json'];
    const body = { 'application/json': { schema: eventSchema(schema), ...content } };
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
  const [{ area, row }] = shared;
  const all = shared.map((one) => one.row.document);
  const notes = shared.map(({ row: { id, summary, document } }) =>
    joined([shared.length > 1 && `**${id}**: ${summary}`, document.description, document['x-notes']]),
  );
  const evidence = { ...row.document['x-evidence'] };
  const sources = unique(all.flatMap((one) => one['x-evidence'].source ?? []));
  return defined({
    operationId: camel(shared[0].key),
    tags: [area],
    summary: row.summary.replace(/\.$/, ''),
    description: joined(notes, '\n\n') || undefined,
    'x-operations': shared.map(({ key }) => key),
    'x-retry': row.idempotent,
    'x-evidence': { ...evidence, ...(sources.length > 0 && { source: sources }) },
    security: unique(all.flatMap(({ security }) => security)),
    parameters: parameters(shared),
    requestBody: requestBody(all),
    responses: responses(shared),
  });
}

function parameters(shared) {
  const lists = shared.map(({ row }) => row.document.parameters ?? []);
  // Two operations can name the parameter of a path differently. The name in the template counts.
  const used = lists
    .flat()
    .filter(({ in: place, name }) => place !== 'path' || shared[0].row.path.includes(`{${name}}`));
  const list = [...groupBy(used, ({ in: place, name }) => `${place} ${name}`).values()].map((same) => ({
    ...publishedParameter(same[0]),
    // A parameter is required only if each of the operations requires it.
    required: same[0].in === 'path' || same.filter(({ required }) => required).length === shared.length,
  }));
  return list.length > 0 ? list : undefined;
}

const anyOf = (schemas) => (schemas.length === 1 ? schemas[0] : { anyOf: schemas });

/** Returns the content with an example, if the schema has one. */
function withExample(schema, isRequest) {
  const example = exampleOf(schema, isRequest);
  return { schema, ...(example !== undefined && { example }) };
}

function requestBody(all) {
  const bodies = all.map((one) => one.requestBody).filter(Boolean);
  if (bodies.length === 0) return undefined;
  const { type } = contentOf(bodies[0]);
  const schemas = unique(bodies.map((body) => published(contentOf(body).schema)));
  return {
    required: bodies.length === all.length && bodies.every(({ required }) => required),
    content: { [type]: withExample(anyOf(schemas), true) },
  };
}

/** Leaves out what is required, because 202 means that the work has not ended, and the members come later. */
const withoutRequired = ({ required: _required, properties, ...rest }) => ({
  ...rest,
  ...(properties && { properties: mapValues(properties, withoutRequired) }),
});

function responses(shared) {
  const result = {};
  for (const { row } of shared) {
    const { type, schema } = contentOf(Object.values(row.document.responses).find(({ content }) => content));
    for (const status of row.response.status) {
      result[status] ??= { description: 'Success.' };
      if (!schema || status === 204) continue;
      const own = status === 202 ? withoutRequired(published(schema)) : published(schema);
      const known = result[status].content?.[type].schema;
      const all = known ? unique([...(known.anyOf ?? [known]), own]) : [own];
      result[status].content = { [type]: withExample(anyOf(all)) };
    }
  }
  const [{ host }] = shared.map(({ row }) => row);
  const schema = { $ref: `#/components/schemas/${ERRORS[host]}` };
  // An error without a status concerns no response, or its status is unknown.
  const byStatus = groupBy(
    shared.flatMap(({ row }) => row.errors),
    ({ status }) => status ?? 'default',
  );
  for (const [status, errors] of byStatus) {
    const texts = errors.map(({ code, when }) => `- ${code === null ? '' : `${code}: `}${when}`);
    result[status] = {
      description: [...(result[status] ? [result[status].description] : []), ...texts].join('\n'),
      content: result[status]?.content ?? { 'application/json': { schema } },
      'x-errors': unique(errors.map(({ id, confidence, source }) => defined({ id, confidence, source }))),
    };
  }
  return result;
}
