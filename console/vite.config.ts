import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The console consists of static files below `/console/`, on the same host as the API. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: { outDir: 'dist', target: 'es2022' },
});
