/** Light or dark: as the system says, until the user chooses. Views listen for `themechange` on the document. */

const system = matchMedia('(prefers-color-scheme: dark)');
const KEY = 'gourds theme';

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function apply() {
  document.documentElement.dataset.theme = theme.isDark() ? 'dark' : 'light';
  document.dispatchEvent(new CustomEvent('themechange', { detail: { dark: theme.isDark() } }));
}

export const theme = {
  isDark() {
    const choice = stored();
    return choice ? choice === 'dark' : system.matches;
  },
  toggle() {
    const next = theme.isDark() ? 'light' : 'dark';
    try {
      if ((next === 'dark') === system.matches) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, next);
    } catch {
      /* private windows may not keep it */
    }
    apply();
  },
  /** Call with {dark} on every change; returns how to stop. */
  onChange(handler) {
    const listen = (event) => handler(event.detail.dark);
    document.addEventListener('themechange', listen);
    return () => document.removeEventListener('themechange', listen);
  },
};

system.addEventListener('change', apply);
apply();
