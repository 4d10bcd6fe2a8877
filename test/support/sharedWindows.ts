/**
 * The suites of `test/host` that share a window when more than one of them is run, in this order; each other suite has a
 * window of its own. What one expects of the window is what a launch of its own would give: the folder becomes the clone
 * of its server, and editors are closed. A suite signs out who it signed in, and takes back what it set.
 *
 * The first of a window may look at what is not loaded yet.
 */
export const sharedBySuites: readonly (readonly string[])[] = [
  ['emptyWindow', 'imports', 'serviceImports', 'moving'],
  ['reviews', 'reviewPlaces', 'reviewPublishing'],
];
