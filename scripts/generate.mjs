// npm run generate: writes all files that are made from contract/, the library's types and docs/examples. `--check` writes nothing, and
// fails if a file is out of date.
await import('./package-exports.mjs');
await import('../libs/pay-simulator/scripts/generate.mjs');
await import('../libs/pay-simulator/scripts/record-shapes.mjs');
await import('./operation-facts/generate.mjs');
await import('./operation-docs/generate.mjs');
await import('./reference-docs/generate.mjs');
await import('./swagger-schemas/generate.mjs');
await import('./operator-files.mjs');
