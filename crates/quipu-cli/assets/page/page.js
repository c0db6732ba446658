'use strict';
// Everything that documents say goes through textContent: it is text, never markup.
(function () {
  const picture = JSON.parse(document.getElementById('picture').textContent);
  const colours = {
    PERSON: '#3b6fb6', ORG: '#7a4fa3', PLACE: '#2f8f5b', WORK: '#c0802a', EVENT: '#c0802a', DATE: '#8b949e',
    chunk: '#aab2bd', document: '#4a8fa0'
  };
  const groups = ['#3b6fb6', '#c0802a', '#2f8f5b', '#b6547a', '#7a4fa3', '#4a8fa0', '#b4552d', '#7d8a2e', '#5c6bc0', '#a3574f',
    '#3f9c8f', '#8d6e63'];
  const dark = window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches;
  const ink = dark ? '#e6e9ee' : '#20242a';
  const short = (text) => { const all = Array.from(text); return all.length > 28 ? all.slice(0, 28).join('') + '…' : text; };

  const elements = [];
  picture.points.forEach((point, at) => elements.push({
    group: 'nodes',
    data: { id: 'p' + at, at: at, label: short(point.label), colour: point.group === undefined ? colours[point.kind] || '#4a8fa0' : groups[point.group % groups.length], size: 16 * point.weight },
    classes: point.kind === 'chunk' ? 'chunk' : '',
    position: { x: picture.places[at][0], y: picture.places[at][1] }
  }));
  picture.lines.forEach((line, at) => elements.push({
    group: 'edges',
    data: { id: 'l' + at, at: at, source: 'p' + line.from, target: 'p' + line.to, says: short(line.says) },
    classes: line.kind
  }));

  const graph = cytoscape({
    container: document.getElementById('graph'),
    elements: elements,
    layout: { name: 'preset' },
    minZoom: 0.1,
    maxZoom: 8,
    style: [
      { selector: 'node', style: {
        'background-color': 'data(colour)', 'width': 'data(size)', 'height': 'data(size)', 'label': 'data(label)',
        'color': ink, 'font-size': 11, 'text-valign': 'bottom', 'text-margin-y': 4,
        'text-outline-color': dark ? '#15181d' : '#ffffff', 'text-outline-width': 2 } },
      { selector: 'node.chunk', style: { 'shape': 'round-rectangle', 'font-size': 9 } },
      { selector: 'edge', style: {
        'width': 1, 'line-color': dark ? '#4a525e' : '#c3c8d0', 'line-style': 'dashed', 'curve-style': 'bezier' } },
      { selector: 'edge.relation', style: {
        'width': 2, 'line-style': 'solid', 'line-color': '#b4552d', 'target-arrow-color': '#b4552d',
        'target-arrow-shape': 'triangle', 'label': 'data(says)', 'font-size': 9, 'color': '#b4552d',
        'text-outline-color': dark ? '#15181d' : '#ffffff', 'text-outline-width': 2, 'text-rotation': 'autorotate' } },
      { selector: 'edge.alike', style: { 'line-style': 'solid', 'width': 1.5 } },
      { selector: '.faint', style: { 'opacity': 0.12 } },
      { selector: '.chosen', style: { 'border-width': 3, 'border-color': '#e0a03a', 'line-color': '#e0a03a', 'z-index': 9 } }
    ]
  });
  graph.fit(undefined, 30);

  const panel = document.getElementById('panel');
  const add = (parent, name, text) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    parent.appendChild(made);
    return made;
  };
  const clear = () => { while (panel.firstChild) panel.removeChild(panel.firstChild); };

  function quotes(all) {
    all.forEach((quote) => {
      const block = add(panel, 'blockquote', quote.quote);
      const place = [quote.document].concat(quote.heading).join(' › ');
      const page = quote.page === null ? '' : ', page ' + quote.page;
      add(block, 'cite', place + page + ', bytes ' + quote.start + '–' + quote.end);
    });
  }

  function choose(element) {
    graph.elements().removeClass('chosen');
    element.addClass('chosen');
    clear();
    if (element.isNode()) showPoint(element); else showLine(picture.lines[element.data('at')]);
  }

  function showPoint(element) {
    const point = picture.points[element.data('at')];
    add(panel, 'h2', point.label);
    add(panel, 'p', point.kind.toLowerCase() + (point.about ? ', ' + point.about : ''));
    quotes(point.quotes);
    const ties = element.connectedEdges();
    if (!ties.length) return;
    add(panel, 'h3', 'Tied to');
    const list = add(panel, 'ul');
    ties.forEach((tie) => {
      const line = picture.lines[tie.data('at')];
      const mine = element.data('at') === line.from;
      const other = picture.points[mine ? line.to : line.from];
      const says = line.says || (line.kind === 'mention' ? (mine ? 'stands in' : 'names') : 'together with');
      const shown = line.kind === 'relation' && !mine ? other.label + ' — ' + says + ' → this' : says + ' → ' + other.label;
      const button = add(add(list, 'li'), 'button', shown);
      button.addEventListener('click', () => choose(tie));
    });
  }

  function showLine(line) {
    const says = line.says || (line.kind === 'mention' ? 'stands in' : 'together with');
    add(panel, 'h2', picture.points[line.from].label + ' — ' + says + ' — ' + picture.points[line.to].label);
    quotes(line.quotes);
    if (!line.quotes.length) add(panel, 'p', line.kind === 'mention' ? 'by the title of the document' : '');
    add(panel, 'h3', 'Between');
    const list = add(panel, 'ul');
    [line.from, line.to].forEach((at) => {
      const button = add(add(list, 'li'), 'button', picture.points[at].label);
      button.addEventListener('click', () => choose(graph.getElementById('p' + at)));
    });
  }

  const hint = () => {
    clear();
    add(panel, 'h2', picture.title);
    const count = (kind) => picture.points.filter((point) => (point.kind === 'chunk') === (kind === 'chunk')).length;
    add(panel, 'p', count('other') + ' things, ' + count('chunk') + ' chunks, ' + picture.lines.length + ' ties');
    add(panel, 'p', 'Click a thing or a line to read the sentence behind it. Scroll to zoom, drag to move.');
  };
  hint();
  graph.on('tap', 'node, edge', (event) => choose(event.target));
  graph.on('tap', (event) => { if (event.target === graph) { graph.elements().removeClass('chosen'); hint(); } });

  const search = document.getElementById('search');
  function find() {
    const wanted = search.value.trim().toLowerCase();
    graph.elements().removeClass('faint');
    if (!wanted) return;
    const has = (text) => text.toLowerCase().includes(wanted);
    const found = graph.nodes().filter((node) => {
      const point = picture.points[node.data('at')];
      return has(point.label) || has(point.about) || point.quotes.some((quote) => has(quote.quote));
    });
    graph.elements().not(found.union(found.edgesWith(found))).addClass('faint');
    return found;
  }
  search.addEventListener('input', find);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') { const found = find(); if (found && found.length) { graph.fit(found, 120); choose(found[0]); } }
    if (event.key === 'Escape') { search.value = ''; find(); search.blur(); }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && event.target !== search) { event.preventDefault(); search.focus(); }
  });
  const zoom = (by) => graph.zoom({ level: graph.zoom() * by, renderedPosition: { x: graph.width() / 2, y: graph.height() / 2 } });
  document.getElementById('nearer').addEventListener('click', () => zoom(1.3));
  document.getElementById('farther').addEventListener('click', () => zoom(1 / 1.3));
  document.getElementById('all').addEventListener('click', () => graph.fit(undefined, 30));
})();
