'use strict';
// Sorts and filters the page's tables; and lists files, whose rows are data until they are asked for: a build has 150,000 of them.
(() => {
  const units = { byte: 1, bytes: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, PB: 1e15 };
  const enoughToFilter = 8;
  const filesAtOnce = 100;

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  const number = text => {
    const found = /^([+-]?[\d,]*\.?\d+)\s*([A-Za-z]*)/.exec(text.trim());
    return found ? parseFloat(found[1].replaceAll(',', '')) * (units[found[2]] ?? 1) : NaN;
  };

  const mark = (heads, head, up) => {
    heads.forEach(one => one.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
  };

  /** Numbers begin with the largest, words with A; a second click turns it round. */
  const sort = (table, column) => {
    const heads = [...table.tHead.rows[0].cells];
    const body = table.tBodies[0];
    const rows = [...body.rows].map(row => ({ row, text: row.cells[column].textContent, value: number(row.cells[column].textContent) }));
    const isNumbers = column > 0 && rows.some(one => !isNaN(one.value));
    const now = heads[column].getAttribute('aria-sort');
    const up = now ? now === 'descending' : !isNumbers;
    const least = one => isNaN(one.value) ? -Infinity : one.value;
    const compare = (a, b) => isNumbers ? least(a) - least(b) : a.text.localeCompare(b.text, 'en', { numeric: true });
    rows.sort((a, b) => up ? compare(a, b) : compare(b, a));
    body.append(...rows.map(one => one.row));
    mark(heads, heads[column], up);
  };

  const makeHeads = (table, whenClicked) => [...table.tHead.rows[0].cells].forEach((head, column) => {
    if (head.textContent) {
      head.replaceChildren(element('button', { type: 'button', title: 'Sort', textContent: head.textContent, onclick: () => whenClicked(column, head) }));
    }
  });

  for (const table of document.querySelectorAll('table.data')) {
    makeHeads(table, column => sort(table, column));
    if (table.tBodies[0].rows.length > enoughToFilter) {
      const filter = element('input', { type: 'search', placeholder: 'Filter', ariaLabel: 'Filter the table' });
      filter.oninput = () => {
        const wanted = filter.value.toLowerCase();
        for (const row of table.tBodies[0].rows) {
          row.hidden = !row.textContent.toLowerCase().includes(wanted);
        }
      };
      table.parentElement.before(element('div', { className: 'tools' }, filter));
    }
  }

  const data = document.getElementById('files-data');
  if (!data) {
    return;
  }

  const files = JSON.parse(data.textContent);
  const [ofProject, ofName, ofTo, ofFrom, ofKind, ofReason, ofBytes, stride] = [0, 1, 2, 3, 4, 5, 6, 7];
  const section = document.getElementById('files');
  const table = section.querySelector('table');
  const count = section.querySelector('.count');
  const more = section.querySelector('.more');
  const fields = { project: select('All projects', files.projects), kind: select('All outcomes', files.kinds), reason: select('All reasons', files.reasons) };
  const text = element('input', { type: 'search', placeholder: 'Part of a path', ariaLabel: 'Part of a path' });
  section.querySelector('.tools').append(...Object.values(fields), text);
  let order = [];
  let shown = 0;
  let key = file => files.rows[file + ofBytes];
  let up = false;

  function select(all, names) {
    const made = element('select', { ariaLabel: all }, element('option', { value: '', textContent: all }));
    names.forEach((name, i) => made.append(element('option', { value: String(i), textContent: name })));
    return made;
  }

  function bytes(value) {
    const known = ['KB', 'MB', 'GB', 'TB', 'PB'];
    let unit = -1;
    while (value >= 999.5 && unit < known.length - 1) {
      value /= 1000;
      unit++;
    }
    return unit < 0 ? `${value} bytes` : `${value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)} ${known[unit]}`;
  }

  // A source of another name stands whole in its place, behind "=".
  function sourceOf(file) {
    const from = files.folders[files.rows[file + ofFrom]];
    return from.startsWith('=') ? from.slice(1) : from + files.names[files.rows[file + ofName]];
  }

  function pathOf(file) {
    return files.folders[files.rows[file + ofTo]] + files.names[files.rows[file + ofName]];
  }

  function row(file) {
    const reason = files.reasons[files.rows[file + ofReason]] ?? '';
    const kind = files.rows[file + ofKind];
    return element('tr', {},
      element('td', {}, pathOf(file), element('br'), element('small', {}, 'from ', sourceOf(file))),
      element('td', { className: 'text' }, files.kinds[kind], ...(reason ? [element('br'), element('small', {}, reason)] : [])),
      element('td', {}, bytes(files.rows[file + ofBytes])));
  }

  function showMore() {
    const next = order.slice(shown, shown + filesAtOnce);
    table.tBodies[0].append(...next.map(row));
    shown += next.length;
    more.hidden = shown >= order.length;
  }

  function list() {
    const wanted = Object.entries({ project: ofProject, kind: ofKind, reason: ofReason })
      .filter(([name]) => fields[name].value !== '').map(([name, at]) => [at, Number(fields[name].value)]);
    const part = text.value.toLowerCase();
    order = [];
    let sum = 0;
    for (let file = 0; file < files.rows.length; file += stride) {
      if (wanted.every(([at, value]) => files.rows[file + at] === value)
        && (!part || pathOf(file).toLowerCase().includes(part) || sourceOf(file).toLowerCase().includes(part))) {
        order.push(file);
        sum += files.rows[file + ofBytes];
      }
    }
    const keys = new Map(order.map(file => [file, key(file)]));
    const compare = (a, b) => keys.get(a) < keys.get(b) ? -1 : keys.get(a) > keys.get(b) ? 1 : 0;
    order.sort((a, b) => up ? compare(a, b) : compare(b, a));
    shown = 0;
    table.tBodies[0].replaceChildren();
    count.textContent = `${order.length.toLocaleString('en')} ${order.length === 1 ? 'file' : 'files'}, ${bytes(sum)}`;
    showMore();
  }

  function follow() {
    if (!location.hash.startsWith('#files')) {
      return;
    }
    const asked = new URLSearchParams(location.hash.slice(1));
    Object.entries(fields).forEach(([name, field]) => { field.value = asked.get(name) ?? ''; });
    text.value = asked.get('text') ?? '';
    list();
    section.scrollIntoView();
  }

  const keysOf = [pathOf, file => files.rows[file + ofKind], file => files.rows[file + ofBytes]];
  makeHeads(table, (column, head) => {
    const now = head.getAttribute('aria-sort');
    up = now ? now === 'descending' : column === 0;
    key = keysOf[column];
    mark([...table.tHead.rows[0].cells], head, up);
    list();
  });
  Object.values(fields).forEach(field => { field.onchange = list; });
  text.oninput = list;
  more.onclick = showMore;
  section.hidden = false;
  addEventListener('hashchange', follow);
  list();
  follow();
})();
