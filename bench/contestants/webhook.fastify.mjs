import Fastify from 'fastify';
import { measureServer, readDelivery } from '../measure-server.mjs';

const app = Fastify();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.post('/hooks/pay', (request, reply) =>
  reply.code(readDelivery(request.body, request.headers) === null ? 401 : 200).send(),
);
measureServer(`${await app.listen({ port: 0, host: '127.0.0.1' })}/hooks/pay`);
