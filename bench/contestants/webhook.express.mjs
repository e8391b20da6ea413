import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';
import { measureServer, SECRET } from '../measure-server.mjs';

const app = express();
app.post('/hooks/pay', express.raw({ type: 'application/json' }), (request, response) => {
  const expected = createHmac('sha256', SECRET).update(request.body).digest();
  const received = Buffer.from(String(request.headers['viva-signature-256']), 'hex');
  if (received.length !== expected.length || !timingSafeEqual(received, expected))
    return response.status(401).end();
  JSON.parse(request.body.toString('utf8'));
  return response.status(200).end();
});
const server = app.listen(0, '127.0.0.1', () =>
  measureServer(`http://127.0.0.1:${server.address().port}/hooks/pay`),
);
