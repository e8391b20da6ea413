// Version 0.1.0 had the simulator here. Without this entry, the error would not name its package.
throw new Error(
  'nestjs-pay/simulator is now a package of its own: run `npm install --save-dev pay-simulator`, and import from "pay-simulator".',
);

export {};
