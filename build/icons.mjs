// The icons of the pages: a font and a style sheet with those that are named, and no others.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { transform } from 'esbuild';
import subsetFont from 'subset-font';

const codicons = 'node_modules/@vscode/codicons/dist';
const list = 'src/messages/icons.ts';

/** Writes `codicon.woff2` and `codicon.css` into a folder. Throws for a name that is none of a codicon. */
export const writeIcons = async (folder, { minify }) => {
  const names = await readNames();
  const whole = readFileSync(`${codicons}/codicon.css`, 'utf8');
  const rule = /^\.codicon-([\w-]+):before \{ content: "\\([0-9a-f]+)" \}\n/gm;
  const codes = new Map([...whole.matchAll(rule)].map(([, name, code]) => [name, code]));
  const unknown = names.filter((name) => !codes.has(name));
  if (unknown.length > 0) throw new Error(`${list} names what is no codicon: ${unknown.join(', ')}`);
  const source = /url\("\.\/codicon\.ttf[^"]*"\) format\("truetype"\)/;
  if (!source.test(whole)) throw new Error(`${codicons}/codicon.css no longer takes its font from codicon.ttf`);
  const style = whole
    .replace(source, 'url("codicon.woff2") format("woff2")')
    .replace(rule, (text, name) => (names.includes(name) ? text : ''));
  const text = names.map((name) => String.fromCodePoint(parseInt(codes.get(name), 16))).join('');
  const font = await subsetFont(readFileSync(`${codicons}/codicon.ttf`), text, { targetFormat: 'woff2' });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/codicon.woff2`, font);
  writeFileSync(`${folder}/codicon.css`, (await transform(style, { loader: 'css', minify })).code);
};

/** The names in the list, which is TypeScript. */
const readNames = async () => {
  const { code } = await transform(readFileSync(list, 'utf8'), { loader: 'ts', format: 'esm' });
  const { iconNames } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return iconNames;
};
