// What the service posts to a shop, as the `webhooks` of OpenAPI, from contract/webhook-events.json.
import { bodySchema, evidence, isAlwaysPresent } from './field-schemas.mjs';

const WITHOUT_ENVELOPE = /^none/;

/** Returns the webhooks by the number of their event, such as `event1796`. */
export function webhooksOf({ envelope, events, headers }) {
  return Object.fromEntries(
    events.map((event) => [
      `event${event.eventTypeId}`,
      {
        post: {
          operationId: `receiveEvent${event.eventTypeId}`,
          tags: ['webhook-events'],
          summary: `${event.eventTypeId} ${event.name}`,
          description: `${(event.doc ?? `${event.when}.`).replace(/^./, (letter) => letter.toUpperCase())} Sent to accounts of: ${event.appliesTo.join(', ')}.`,
          ...(event.deprecated && { deprecated: true }),
          ...evidence(event),
          // The service signs few events, and sends no credentials with any.
          security: [],
          ...(event.signed && { parameters: headers.filter(({ on }) => on === '7936').map(headerOf) }),
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: schemaOf(event, envelope), example: event.samplePayload },
            },
          },
          responses: {
            200: { description: 'Received. After any other status, the service sends the event again.' },
          },
        },
      },
    ]),
  );
}

const headerOf = ({ name, meaning }) => ({
  name,
  in: 'header',
  required: false,
  description: `${meaning}.`,
  schema: { type: 'string' },
});

function schemaOf(event, envelope) {
  const data = event.eventData.map(payloadField);
  if (WITHOUT_ENVELOPE.test(event.envelope ?? '')) return bodyOf(data, event);
  return bodyOf(
    [...envelope.map(payloadField), ...data.map((field) => ({ ...field, name: `EventData.${field.name}` }))],
    event,
    { EventTypeId: { const: event.eventTypeId, examples: [event.eventTypeId] } },
  );
}

function bodyOf(fields, event, facts = {}) {
  const schema = bodySchema(fields, event, { isRequired: isAlwaysPresent });
  for (const [name, fact] of Object.entries(facts)) Object.assign(schema.properties[name], fact);
  return schema;
}

/** Types of events name their unit and whether a time has an offset, which the schema says in other members. */
const payloadField = ({ type, nullable, ...field }) => ({
  ...field,
  nullable,
  type: `${type.replace(/, MINOR units| \(JSON number, major units\)| \(time span\)/, '').replace(/^string \(date-time.*/, 'datetime')}${nullable ? ' | null' : ''}`,
});
