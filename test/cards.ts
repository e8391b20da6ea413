/** A test card that the issuer approves. */
export const GOOD_CARD = {
  number: '4147463011110133',
  expiry: '12/40',
  cvc: '111',
  holderName: 'Jo Doe',
  email: 'jo@example.com',
};
/** A test card that always fails. */
export const BAD_CARD = { ...GOOD_CARD, number: '4147463011110141' };
