// Says whether the platform runs on this system. It runs before the dependencies are installed, so it uses nothing but Node itself.

/** The instructions for a system on which the platform does not run; undefined where it does. */
function unsupportedSystem(platform = process.platform) {
  if (platform !== 'win32') return undefined;
  return 'Bindery does not run on Windows itself: install WSL 2 (wsl --install), and run npm start in a checkout in its Linux.';
}

module.exports = { unsupportedSystem };
