import type { FileAction } from './fileAction.ts';

export interface Paths {
  /** Removed by an action. */
  readonly freed: ReadonlySet<string>;
  /** Used by incompatible actions. */
  readonly contested: ReadonlySet<string>;
}

const knownPaths = new WeakMap<readonly FileAction[], Paths>();

/** Lists are immutable. */
export const pathsOf = (actions: readonly FileAction[]): Paths => {
  const known = knownPaths.get(actions);
  if (known !== undefined) return known;
  const freed = actions.flatMap((action) => takenAway(action) ?? []);
  const paths = { freed: new Set(freed), contested: new Set([...doubled(actions), ...nested(actions)]) };
  knownPaths.set(actions, paths);
  return paths;
};

const takenAway = ({ kind, path, previousPath }: FileAction): string | undefined =>
  kind === 'delete' ? path : kind === 'move' ? previousPath : undefined;

/** Same target or source. */
const doubled = (actions: readonly FileAction[]): readonly string[] => {
  const left = new Map<string, FileAction>();
  const used = new Map<string, FileAction>();
  const doubles: string[] = [];
  const claim = (claims: Map<string, FileAction>, path: string, action: FileAction): void => {
    const other = claims.get(path);
    if (other !== undefined && other !== action) doubles.push(action.path, other.path);
    claims.set(path, action);
  };
  for (const action of actions) {
    claim(left, action.path, action);
    if (action.kind === 'move' && action.previousPath !== undefined) claim(used, action.previousPath, action);
    else if (action.kind !== 'create') claim(used, action.path, action);
  }
  for (const { path } of orderedMoves(actions).inCircles) doubles.push(path);
  return doubles;
};

/** Below a path that becomes a file. */
const nested = (actions: readonly FileAction[]): readonly string[] => {
  const files = new Map(actions.filter(({ kind }) => kind !== 'delete').map((action) => [action.path, action]));
  return [...files.keys()].flatMap((path) => {
    const folder = foldersOf(path).find((each) => files.has(each));
    return folder === undefined ? [] : [path, folder];
  });
};

const foldersOf = (path: string): readonly string[] => {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
};

/** Each target is free. Cyclic moves are also in `inCircles`. */
export const orderedMoves = (
  actions: readonly FileAction[],
): { readonly moves: readonly FileAction[]; readonly inCircles: readonly FileAction[] } => {
  const all = actions.filter(({ kind }) => kind === 'move');
  const from = new Map(all.map((move) => [move.previousPath ?? '', move]));
  const placed = all.flatMap((move) => foldersOf(move.previousPath ?? '').map((folder) => ({ folder, move })));
  const below = Map.groupBy(placed, ({ folder }) => folder);
  const moves = new Set<FileAction>();
  const visited = new Set<FileAction>();
  const inCircles: FileAction[] = [];
  const put = (move: FileAction): void => {
    visited.add(move);
    const above = [move.path, ...foldersOf(move.path)].map((path) => from.get(path));
    for (const other of [...above, ...(below.get(move.path) ?? []).map((each) => each.move)]) {
      if (other === undefined || other === move || moves.has(other)) continue;
      if (visited.has(other)) inCircles.push(move, other);
      else put(other);
    }
    moves.add(move);
  };
  for (const move of all) if (!visited.has(move)) put(move);
  return { moves: [...moves], inCircles };
};
