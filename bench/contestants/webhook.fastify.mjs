import Fastify from 'fastify';
import { measureServer } from '../measure-server.mjs';
import { receiveDelivery } from './webhook.checks.mjs';

const app = Fastify();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.post('/hooks/pay', async (request, reply) =>
  reply.code(await receiveDelivery(request, request.body)).send(),
);
measureServer(`${await app.listen({ port: 0, host: '127.0.0.1' })}/hooks/pay`);
