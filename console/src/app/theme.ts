import { createTheme } from '@mantine/core';

/** Shade 8 of the primary colour has enough contrast with white, both as text and as background. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',
  defaultRadius: 'md',
});
