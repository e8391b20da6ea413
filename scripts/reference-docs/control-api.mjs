// The parts of the page of the control API, from contract/control.yaml.
import { code, table } from '../operation-docs/markdown.mjs';

const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      body: operation.requestBody?.content['application/json'],
    })),
  );

/** Returns a section for each group of routes: an example and a table. */
export function controlRoutes(document) {
  const operations = operationsOf(document);
  const [{ url }] = document.servers;
  const groups = new Set(operations.flatMap(({ tags }) => tags));
  const sections = [...groups].map((name) => {
    const own = operations.filter(({ tags: [tag] }) => tag === name);
    const example = own.find(({ body }) => body !== undefined) ?? own[0];
    const rows = own.map(({ path, method, summary, body, 'x-javascript': calls }) => [
      code(`${method} ${path}`),
      `${summary}.`,
      body === undefined ? '–' : membersOf(body.schema),
      calls.map(code).join('<br>') || '–',
    ]);
    const head = ['Route', 'What it does', 'Body', 'In JavaScript'];
    return `## ${name}\n\n${curl(url, example)}\n\n${table(head, rows)}`;
  });
  return sections.join('\n\n');
}

/** Names the routes that exist for each connected merchant, too. */
export const merchantRoutes = (document) =>
  [
    ...new Set(
      operationsOf(document)
        .filter((operation) => operation['x-of-merchant'])
        .map(({ path }) => code(path)),
    ),
  ].join(', ');

export const numberOfSchemas = ({ components }) =>
  `${Object.keys(components.schemas).length} schemas of responses are in the OpenAPI document.`;

const membersOf = ({ properties = {}, required = [] }) =>
  Object.keys(properties)
    .map((name) => (required.includes(name) ? `**${code(name)}**` : code(name)))
    .join(', ');

function curl(url, { method, path, body }) {
  const address = `${url}${path}`;
  const target = address.includes('{') ? `'${address}'` : address;
  const verb = method === 'GET' ? '' : `-X ${method} `;
  const data = body ? ` \\\n  -H 'content-type: application/json' -d '${JSON.stringify(body.example)}'` : '';
  return `\`\`\`sh\ncurl ${verb}${target}${data}\n\`\`\``;
}
