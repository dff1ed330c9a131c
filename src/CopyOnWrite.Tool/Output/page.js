'use strict';
// Sorts and filters the page's tables.
(() => {
  const units = { byte: 1, bytes: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, PB: 1e15 };
  const enoughToFilter = 8;

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  const number = text => {
    const found = /^([+-]?[\d,]*\.?\d+)\s*([A-Za-z]*)/.exec(text.trim());
    return found ? parseFloat(found[1].replaceAll(',', '')) * (units[found[2]] ?? 1) : NaN;
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
    heads.forEach(one => one.removeAttribute('aria-sort'));
    heads[column].setAttribute('aria-sort', up ? 'ascending' : 'descending');
  };

  for (const table of document.querySelectorAll('table.data')) {
    [...table.tHead.rows[0].cells].filter(head => head.textContent).forEach(head => head.replaceChildren(element(
      'button', { type: 'button', title: 'Sort', textContent: head.textContent, onclick: () => sort(table, head.cellIndex) })));
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
})();
