import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from './paths.ts';

interface Import {
  /** The file below `src`, with slashes. */
  readonly file: string;
  readonly names: readonly string[];
}

const importPattern =
  /(?:import|export)\s+(?:type\s+)?(?:\*\s+as\s+\w+|\{([^}]*)\})\s+from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g;

const importsOf = (file: string, text: string): readonly Import[] =>
  [...text.matchAll(importPattern)].map(([, names = '', from, lazy]) => ({
    file: path.posix.join(path.posix.dirname(file), from ?? lazy ?? ''),
    names: names.split(',').map((name) => name.trim().replace(/^type /, '')),
  }));

/** Areas of the extension by the folders their code lies in; `shell` stands for what every area has. */
const areaOf = (file: string): string | undefined => {
  const folder = /^host\/(\w+)\//.exec(file)?.[1];
  return folder === 'kit' ? undefined : folder;
};

/**
 * Which areas of the extension send what: for names that files of the wire or of GraphQL documents export, the areas
 * whose code reaches a file that imports them. Read from the imports of the sources.
 */
export const whoSends = (): ((name: string) => readonly string[]) => {
  const root = path.join(rootFolder, 'src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /^(?:host|model|client)\/.*\.ts$/.test(file) && !file.endsWith('.d.ts'));
  const imports = new Map(files.map((file) => [file, importsOf(file, readFileSync(path.join(root, file), 'utf8'))]));

  const areasThatReach = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(file)) return new Set();
    seen.add(file);
    const area = areaOf(file);
    if (area !== undefined) return new Set([area]);
    const users = files.filter((each) => imports.get(each)?.some((one) => one.file === file) === true);
    return new Set(users.flatMap((each) => [...areasThatReach(each, seen)]));
  };

  return (name) => {
    const senders = files.filter(
      (file) =>
        imports
          .get(file)
          ?.some(
            (one) => /^(?:wire\/|client\/graphql\/\w+Documents\.ts$)/.test(one.file) && one.names.includes(name),
          ) === true,
    );
    return [...new Set(senders.flatMap((file) => [...areasThatReach(file)]))].toSorted();
  };
};
