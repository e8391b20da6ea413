import { defineOperation } from '../define-operation.js';
import {
  RETRIEVE_SESSION_BY_ID,
  RETRIEVE_SESSION_INFO_BY_DATE,
} from '../pos-session/pos-session.operations.js';

// The merchant's operations, on another path and with the ISV's own token.

export const RETRIEVE_ISV_SESSION_BY_ID = defineOperation('isv:pos.session.retrieveSessionById', {
  response: RETRIEVE_SESSION_BY_ID.response,
});

export const RETRIEVE_ISV_SESSION_INFO_BY_DATE = defineOperation(
  'isv:pos.session.retrieveSessionInfoByDate',
  { response: RETRIEVE_SESSION_INFO_BY_DATE.response },
);
