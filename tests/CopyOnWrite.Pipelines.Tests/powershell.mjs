// node powershell.mjs TREE-SITTER GRAMMAR FILE...: what is no PowerShell by the grammar of tree-sitter, a line each.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const [treeSitter, grammar, ...files] = process.argv.slice(2);
const { Parser, Language } = createRequire(import.meta.url)(`${treeSitter}/web-tree-sitter.cjs`);
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(`${grammar}/tree-sitter-powershell.wasm`));

const report = (file, node) => {
  if (node.isError || node.isMissing) {
    const { row, column } = node.startPosition;
    console.log(`${file}:${row + 1}:${column + 1}: ${node.isMissing ? `${node.type} is missing` : JSON.stringify(node.text.slice(0, 80))}`);
  } else {
    node.children.forEach(child => report(file, child));
  }
};

for (const file of files) {
  const root = parser.parse(readFileSync(file, 'utf8')).rootNode;
  if (root.hasError) {
    report(file, root);
  }
}
