import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { rootFolder } from '../paths.ts';

const position = /(?:file:\/\/)?([^\s():]+\.c?js):(\d+):(\d+)/g;

/** Maps stack positions to sources: the extension host reads no source maps. */
export function sourceMapper(): (text: string) => string {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (bundle: string): SourceMap | undefined => {
    if (!maps.has(bundle)) maps.set(bundle, readMap(`${bundle}.map`));
    return maps.get(bundle);
  };
  return (text) =>
    text.replace(position, (found: string, file: string, line: string, column: string) => {
      const bundle = path.resolve(rootFolder, file);
      const entry = mapOf(bundle)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (!entry || !('originalSource' in entry)) return found;
      const source = path.resolve(path.dirname(bundle), entry.originalSource);
      return `${path.relative(rootFolder, source)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    });
}

function readMap(file: string): SourceMap | undefined {
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : undefined;
}
