export const CARD = {
  number: '4111111111111111',
  expiry: '12/39',
  cvc: '123',
  holderName: 'Alex',
  email: 'alex@example.com',
};
