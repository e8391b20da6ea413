import express from 'express';
import { measureServer, readDelivery } from '../measure-server.mjs';

const app = express();
app.post('/hooks/pay', express.raw({ type: 'application/json' }), (request, response) =>
  response.status(readDelivery(request.body, request.headers) === null ? 401 : 200).end(),
);
const server = app.listen(0, '127.0.0.1', () =>
  measureServer(`http://127.0.0.1:${server.address().port}/hooks/pay`),
);
