import express from 'express';
import { measureServer } from '../measure-server.mjs';
import { receiveDelivery } from './webhook.checks.mjs';

const app = express();
app.post('/hooks/pay', express.raw({ type: 'application/json' }), async (request, response) =>
  response.status(await receiveDelivery(request, request.body)).end(),
);
const server = app.listen(0, '127.0.0.1', () =>
  measureServer(`http://127.0.0.1:${server.address().port}/hooks/pay`),
);
