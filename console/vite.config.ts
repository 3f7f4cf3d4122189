import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The console is static files below `/console/`, at the address of the API. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: { outDir: 'dist', target: 'es2022' },
});
