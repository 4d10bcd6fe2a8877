/**
 * Makes git write objects into a folder of their own while it reads those of a repository. Both are absolute paths, and
 * may hold anything: what divides a list of paths is put in quotes.
 */
export const ownObjects = (own: string, repository: string): Readonly<Record<string, string>> => ({
  GIT_OBJECT_DIRECTORY: own,
  GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${repository.replace(/["\\]/g, '\\$&')}"`,
});
