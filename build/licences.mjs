import { readdirSync, readFileSync } from 'node:fs';

/** Text of the MIT licence, for packages that declare it without including it. */
const mit = readFileSync('node_modules/graphql/LICENSE', 'utf8').replace(/^[^]*?(?=Permission is hereby)/, '');

/** Bundled packages with their licences. Throws for a package without one. */
export const licences = (outputs) => {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs.flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput > 0 ? (/^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []) : [],
  );
  const works = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license, author } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const texts = readdirSync(folder)
      .filter((file) => /^(?:licen[cs]e|notice)/i.test(file))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim());
    if (texts.length === 0 && license === 'MIT' && author) texts.push(`Copyright (c) ${author}\n\n${mit.trim()}`);
    if (texts.length === 0) throw new Error(`${name} comes without its licence`);
    return [`${name} ${version} (${license})`, ...texts].join('\n\n');
  });
  return `${works.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
};
