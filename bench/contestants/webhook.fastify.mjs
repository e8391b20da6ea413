import { createHmac, timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import { measureServer, SECRET } from '../measure-server.mjs';

const app = Fastify();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.post('/hooks/pay', (request, reply) => {
  const expected = createHmac('sha256', SECRET).update(request.body).digest();
  const received = Buffer.from(String(request.headers['viva-signature-256']), 'hex');
  if (received.length !== expected.length || !timingSafeEqual(received, expected))
    return reply.code(401).send();
  JSON.parse(request.body.toString('utf8'));
  return reply.code(200).send();
});
measureServer(`${await app.listen({ port: 0, host: '127.0.0.1' })}/hooks/pay`);
