/** Indexes of paths that contain all words of `query`; matches in the name first. */
export function filterPaths(paths: readonly string[], query: string): readonly number[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const inName: number[] = [];
  const inPath: number[] = [];
  paths.forEach((path, index) => {
    const lower = path.toLowerCase();
    if (!words.every((word) => lower.includes(word))) return;
    const name = lower.slice(lower.lastIndexOf('/') + 1);
    if (words.length > 0 && words.every((word) => name.includes(word))) inName.push(index);
    else inPath.push(index);
  });
  return [...inName, ...inPath];
}
