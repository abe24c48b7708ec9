// Filters, search, deep links and keys of a report. The page reads without it: everything here only hides or opens.
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const root = document.documentElement;
  const requirements = all('.requirement');
  const groups = all('.group');
  const form = one('.filters');
  const search = one('#search');
  const spec = one('#spec');
  const boxes = all('input[name="verdict"]');
  const shown = one('#shown');
  const none = one('#none');

  // A page of a file may be refused its storage; the theme is then only for now.
  const remember = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(key);
      localStorage.setItem(key, value);
    } catch {}
    return null;
  };

  const theme = one('#theme');
  const dark = () =>
    root.dataset.theme === 'dark' ||
    (root.dataset.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const paint = () => {
    theme.textContent = dark() ? 'Light' : 'Dark';
    theme.setAttribute('aria-label', dark() ? 'Light colours' : 'Dark colours');
  };
  const flip = () => {
    root.dataset.theme = dark() ? 'light' : 'dark';
    remember('hookconf-theme', root.dataset.theme);
    paint();
  };
  if (theme) {
    const chosen = remember('hookconf-theme');
    if (chosen === 'dark' || chosen === 'light') root.dataset.theme = chosen;
    theme.hidden = false;
    theme.addEventListener('click', flip);
    paint();
  }

  const apply = () => {
    if (!form) return;
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const verdicts = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    let visible = 0;
    for (const entry of requirements) {
      const fits =
        verdicts.has(entry.dataset.verdict) &&
        (!spec?.value || entry.dataset.spec === spec.value) &&
        words.every((word) => entry.dataset.search.includes(word));
      entry.hidden = !fits;
      if (fits) visible++;
    }
    for (const group of groups) {
      const some = all('.requirement', group).some((entry) => !entry.hidden);
      group.hidden = !some;
      if (some && words.length > 0) group.open = true;
    }
    shown.textContent = `${visible} of ${requirements.length} shown`;
    none.hidden = visible > 0;
  };
  const clear = () => {
    search.value = '';
    if (spec) spec.value = '';
    for (const box of boxes) box.checked = true;
    apply();
  };

  const reveal = (target) => {
    if (target.hidden) clear();
    for (let up = target; up; up = up.parentElement) if (up instanceof HTMLDetailsElement) up.open = true;
    for (const entry of all('.here')) entry.classList.remove('here');
    target.classList.add('here');
    target.scrollIntoView({ block: 'start' });
    target.querySelector('summary')?.focus({ preventScroll: true });
  };
  // A link names an element, or a requirement's id alone: then the first subject that it binds.
  const follow = () => {
    let name = location.hash.slice(1);
    try {
      name = decodeURIComponent(name);
    } catch {}
    if (name === '') return;
    const target =
      requirements.find((entry) => entry.id === name) ?? requirements.find((entry) => entry.dataset.id === name);
    if (target) reveal(target);
  };

  const failing = () =>
    requirements.filter((entry) => !entry.hidden && ['fail', 'error', 'warn'].includes(entry.dataset.verdict));
  const step = (by) => {
    const list = failing();
    if (list.length === 0) return;
    const at = list.findIndex((entry) => entry.classList.contains('here'));
    const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length;
    reveal(list[next]);
  };
  const openFailures = () => {
    for (const entry of failing()) {
      for (let up = entry; up; up = up.parentElement) if (up instanceof HTMLDetailsElement) up.open = true;
    }
  };

  if (form && requirements.length > 0) {
    form.hidden = false;
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', apply);
    apply();
    const open = one('#open');
    open.hidden = failing().length === 0;
    open.addEventListener('click', openFailures);
    one('.keys').hidden = false;
  }
  addEventListener('hashchange', follow);
  addEventListener('beforeprint', openFailures);
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key === 'Escape' && form) {
      clear();
      search.blur();
    } else if (typing || event.target instanceof HTMLSelectElement) return;
    else if (event.key === '/' && form) {
      event.preventDefault();
      search.focus();
    } else if (event.key === 'n') step(1);
    else if (event.key === 'p') step(-1);
    else if (event.key === 't' && theme) flip();
  });
  addEventListener('click', async (event) => {
    const button = event.target instanceof Element ? event.target.closest('.copy') : null;
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = 'Copied';
    } catch {
      const range = document.createRange();
      range.selectNodeContents(button.previousElementSibling);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      button.textContent = 'Selected';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  follow();
})();
