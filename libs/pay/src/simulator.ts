/** The package that contains what version 0.1.0 had in this entry. Without this entry, the error would not name the package. */
export const movedTo = 'pay-simulator';

throw new Error(
  `nestjs-pay/simulator is now a package of its own: run \`npm install --save-dev ${movedTo}\`, and import from "${movedTo}".`,
);
