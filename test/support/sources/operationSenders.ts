import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from '../paths.ts';

const importPattern = /(?:import|export) (?:\* as \w+|(?:\w+, )?\{([^}]*)\}) from '(\.[^']+)'|import\('(\.[^']+)'\)/g;

const commandPattern = /'(graft\.[\w.]+)':([^]*?)(?=\n {2}'|\n {2}\.\.\.|\n\};)/g;

const declarationsIn = (text: string): readonly { readonly name: string; readonly text: string }[] =>
  text
    .replaceAll(/^\s*\/\*[^]*?\*\/|^\s*\/\/.*/gm, '')
    .split(/^(?=(?:export )?(?:async )?(?:abstract )?(?:const|let|function|class) )/m)
    .slice(1)
    .map((part) => ({ name: /^.*?(?:const|let|function|class) (\w+)/.exec(part)?.[1] ?? '', text: part }));

/** Commands, and views and pages by area, that send an operation. An area alone is code shared by all of it. */
export const operationSenders = (): ((name: string) => readonly string[]) => {
  const root = path.join(rootFolder, 'src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /^(?:host|model|client)\/.*(?<!\.d)\.ts$/.test(file));
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const declarations = new Map([...texts].map(([file, text]) => [file, declarationsIn(text)]));
  const imports = [...texts].flatMap(([by, text]) =>
    [...text.matchAll(importPattern)].map(([, names, from, lazy]) => ({
      by,
      of: path.posix.join(path.posix.dirname(by), from ?? lazy ?? ''),
      names: names?.split(',').map((each) => each.trim().split(' as ')),
    })),
  );
  const importers = (isFrom: (file: string) => boolean, name: string): (readonly [string, string])[] =>
    imports
      .filter(({ of }) => isFrom(of))
      .flatMap(({ by, names = [[name]] }) =>
        names.filter(([theirs]) => theirs === name).map((pair) => [by, pair.at(-1)!]),
      );

  return (sent) => {
    const senders = new Set<string>();
    const areas = new Set<string>();
    const seen = new Set<string>();
    const queue = importers((file) => /^(?:wire\/|client\/graphql\/\w+Documents\.ts$)/.test(file), sent);
    for (const [file, name] of queue) {
      if (seen.has(`${file} ${name}`)) continue;
      seen.add(`${file} ${name}`);
      const word = new RegExp(String.raw`(?<![.'])\b${name}\b`);
      const [, area, role = ''] = /^host\/(?!kit\/)(\w+)\/(?:\w+\/)*(\w+)\.ts$/.exec(file) ?? [];
      if (area !== undefined && /^(?:view|page|session|intents|pageSession|pageIntents)$/.test(role)) {
        senders.add(`${area} ${role === 'view' ? 'view' : 'page'}`);
      } else if (area === 'shell' || (area !== undefined && ['parts', 'area', area].includes(role))) {
        areas.add(area);
      } else {
        const commands = [...(texts.get(file) ?? '').matchAll(commandPattern)].filter(([, , by = '']) => word.test(by));
        for (const [, id = ''] of commands) senders.add(id);
        if (commands.length > 0) continue;
        const users = declarations.get(file)?.filter((one) => one.name !== name && word.test(one.text)) ?? [];
        queue.push(...users.map((one) => [file, one.name] as const), ...importers((from) => from === file, name));
      }
    }
    const alone = [...areas].filter((area) => ![...senders].some((sender) => sender.split(/[ .]/).includes(area)));
    return [...senders, ...alone].toSorted();
  };
};
