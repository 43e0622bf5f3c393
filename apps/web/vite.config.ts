import { defineConfig } from 'vite';
import { compress } from './build/compress';
import { operations } from './build/operations';

export default defineConfig({
  // The gateway knows the address under which the app is served, so all paths are relative.
  base: './',
  plugins: [operations(), compress()],
  build: {
    rolldownOptions: {
      // Packages mark modules for servers that render React; the app has none.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
    },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target: 'es2022',
  },
});
