import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { rootFolder } from './paths.ts';

/**
 * A function that puts source positions in place of a bundle's positions in a text such as a stack. The extension host
 * formats stacks itself and reads no source maps, so it is done afterwards.
 */
export function sourceMapper(bundleFile: string): (text: string) => string {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundleFile}.map`, 'utf8')) as SourceMapPayload);
  const name = path.basename(bundleFile).replaceAll('.', '\\.');
  const position = new RegExp(`[^\\s(]*${name}:(\\d+):(\\d+)`, 'g');
  return (text) =>
    text.replace(position, (found: string, line: string, column: string) => {
      const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
      if (!('originalSource' in entry)) return found;
      const source = path.resolve(path.dirname(bundleFile), entry.originalSource);
      return `${path.relative(rootFolder, source)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    });
}
