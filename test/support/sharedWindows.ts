/** Names of suites, or of files, that share a window. */
type Shared = readonly (readonly string[])[];

/**
 * The suites of `test/host` that share a window when more than one of them is run, in this order; each other suite has a
 * window of its own. What one expects of the window is what a launch of its own would give: the folder becomes the clone
 * of its server, and editors are closed. A suite signs out who it signed in, and takes back what it set.
 *
 * The first of a window may look at what is not loaded yet.
 */
export const sharedBySuites: Shared = [
  ['emptyWindow', 'imports', 'serviceImports', 'moving'],
  ['reviews', 'reviewPlaces', 'reviewPublishing'],
];

/**
 * The files of `test/e2e` that run in one process, in this order, and share windows there: those that open theirs by
 * `openEmptyWindow`, `openCloneWindow` or `administrationSession` find the one an earlier file has left. Each other file has
 * a process of its own.
 *
 * What the palette lists first depends on what was run before.
 */
export const sharedByFiles: Shared = [
  ['gettingStarted', 'palette'],
  ['protectedBranches', 'administration'],
];
