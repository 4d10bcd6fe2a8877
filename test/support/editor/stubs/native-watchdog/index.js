'use strict';
// Ends this process soon after its parent has gone, so that a killed server leaves nothing behind.
const intervalMs = 1000;

exports.start = (parentPid) => {
  setInterval(() => {
    try {
      process.kill(parentPid, 0);
    } catch {
      process.exit(87);
    }
  }, intervalMs).unref();
};
