/** Made by `npm run generate` from screens/portal. Edit that. */
"use strict";
(() => {
  // node_modules/preact/dist/preact.mjs
  var n;
  var t;
  var r;
  var u;
  var i;
  var f;
  var o;
  var e;
  var l;
  var c;
  var a;
  var s;
  var h = /* @__PURE__ */ Symbol.for("pv");
  var p = {};
  var y = [];
  var v = /^m(i|n|o|s|text|space)$/;
  var w = Array.isArray;
  var d = y.slice;
  var _ = Object.assign;
  function g(n2) {
    n2 && n2.parentNode && n2.remove();
  }
  function m(r3, u3, i3, f4, o4) {
    var e3 = { type: r3, props: u3, key: i3, ref: f4, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: h, __v: o4 || ++t, __i: -1, __u: 0 };
    return !o4 && n.vnode && n.vnode(e3), e3;
  }
  function $(n2) {
    return n2.children;
  }
  function x(n2, t3) {
    this.props = n2, this.context = t3, this.__g = 0;
  }
  function S(n2, t3) {
    if (null == t3) return n2.__ && S(n2.__, n2.__i + 1);
    for (var r3; t3 < n2.__k.length; t3++) if ((r3 = n2.__k[t3]) && r3.__e) return r3.__e;
    return "function" != typeof n2.type || n2.props.__P ? null : S(n2);
  }
  function C(t3) {
    var r3, u3 = t3.__v, i3 = u3.__e, f4 = [], o4 = [], e3 = t3.__P;
    e3 && ((r3 = _({ constructor: h }, u3)).__v = u3.__v + 1, n.vnode && n.vnode(r3), z(e3, r3, u3, t3.__n, e3.namespaceURI, 32 & u3.__u ? [i3] : null, f4, i3 || S(u3), 32 & u3.__u, o4), r3.__v = u3.__v, r3.__.__k[r3.__i] = r3, E(f4, r3, o4), u3.__ = u3.__e = null, r3.__e != i3 && j(r3));
  }
  function j(n2) {
    if ((n2 = n2.__) && n2.__c && !n2.props.__P) return n2.__e = null, n2.__k.some(function(t3) {
      return t3 && (n2.__e = t3.__e);
    }), j(n2);
  }
  function L(t3) {
    (8 & t3.__g || (t3.__g |= 8, u.push(t3), f++)) && i == n.debounceRendering || ((i = n.debounceRendering) || queueMicrotask)(H);
  }
  function H() {
    try {
      for (var n2, t3 = 1; u.length; ) u.length > t3 && u.sort(o), n2 = u.shift(), t3 = u.length, 8 & n2.__g && C(n2);
    } finally {
      (f = u.length) && (i || queueMicrotask)(H);
    }
  }
  function I(n2, t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
    var s3, h3, v3, w3, d3, _3, g3 = u3.__k || y, k2 = t3.length;
    for (l3 = q(r3, t3, g3, l3, k2), s3 = 0; s3 < k2; s3++) null != (v3 = r3.__k[s3]) && (h3 = ~v3.__i && g3[v3.__i] || p, v3.__i = s3, _3 = z(n2, v3, h3, i3, f4, o4, e3, l3, c3, a4), w3 = v3.__e, (h3.ref != v3.ref || 8 & h3.__u) && (h3.ref && G(h3.ref, null, v3, h3), v3.ref && a4.push(v3.ref, v3.__c || w3, v3)), d3 = d3 || w3, 4 & v3.__u ? (l3 = A(v3, l3, n2, !h3.__v), h3.__e && (h3.__e = null)) : "function" == typeof v3.type && void 0 !== _3 ? l3 = _3 : w3 && (l3 = w3.nextSibling), v3.__u &= -21);
    return r3.__e = d3, l3;
  }
  function q(n2, t3, r3, u3, i3) {
    var f4, o4, e3, l3, c3, a4, s3, p3, y3, v3 = r3.length, d3 = v3, _3 = 0, g3 = 0, k2 = n2.__k = Array(i3);
    for (f4 = 0; f4 < i3; f4++) null != (o4 = t3[f4]) && "boolean" != typeof o4 && "function" != typeof o4 ? ("object" != typeof o4 || o4.constructor === String ? o4 = k2[f4] = m(null, o4) : w(o4) ? o4 = k2[f4] = m($, { children: o4 }) : o4.constructor === h && o4.__b ? o4 = k2[f4] = m(o4.type, o4.props, o4.key, o4.ref, o4.__v) : k2[f4] = o4, l3 = f4 + _3, o4.__ = n2, o4.__b = n2.__b + 1, e3 = null, ~(c3 = o4.__i = P(o4, r3, l3, d3)) && (d3--, (e3 = r3[c3]) && (e3.__u |= 2)), e3 && e3.__v ? (o4.__u |= 16, c3 == l3 - 1 ? _3-- : c3 == l3 + 1 ? _3++ : c3 != l3 && (c3 > l3 ? _3-- : _3++, g3 = 1)) : (~c3 || (i3 > v3 ? _3-- : i3 < v3 && _3++), "function" != typeof o4.type && (o4.__u |= 4))) : k2[f4] = null;
    if (g3) {
      for (a4 = [], s3 = [], f4 = 0; f4 < i3; f4++) if ((o4 = k2[f4]) && 16 & o4.__u) {
        for (_3 = 0, p3 = a4.length; _3 < p3; ) a4[y3 = _3 + p3 >> 1] < o4.__i ? _3 = y3 + 1 : p3 = y3;
        a4[_3] = o4.__i, s3[f4] = _3 + 1;
      }
      for (_3 = a4.length; f4--; ) s3[f4] && (s3[f4] == _3 ? _3-- : k2[f4].__u |= 4);
    }
    if (d3) for (f4 = 0; f4 < v3; f4++) !(e3 = r3[f4]) || 2 & e3.__u || (e3.__e == u3 && (u3 = S(e3)), J(e3, e3));
    return u3;
  }
  function A(n2, t3, r3, u3) {
    var i3, f4, o4, e3;
    if ("function" == typeof n2.type) {
      if (n2.props.__P) return t3;
      if (i3 = n2.__k) for (f4 = 0; f4 < i3.length; f4++) i3[f4] && (i3[f4].__ = n2, t3 = A(i3[f4], t3, r3, false));
      return t3;
    }
    for (t3 && !t3.parentNode && (t3 = S(n2)) && !t3.parentNode && (t3 = null), o4 = n2.__e, e3 = t3; e3 && 8 == e3.nodeType; ) e3 = e3.nextSibling;
    for (o4 != e3 && (!u3 && r3.moveBefore && o4.parentNode ? r3.moveBefore(o4, t3) : r3.insertBefore(o4, t3 || null)), t3 = o4; (t3 = t3 && t3.nextSibling) && 8 == t3.nodeType && !t3.data.startsWith("$s"); ) ;
    return t3;
  }
  function P(n2, t3, r3, u3) {
    var i3, f4 = n2.key, o4 = n2.type, e3 = t3[r3], l3 = e3 && !(2 & e3.__u);
    if (null === e3 && null == f4 || l3 && f4 == e3.key && o4 == e3.type) return r3;
    if (u3 > (l3 ? 1 : 0)) {
      for (i3 = r3 - 1; i3 >= 0; i3--) if ((e3 = t3[i3]) && !(2 & e3.__u) && f4 == e3.key && o4 == e3.type) return i3;
      for (i3 = r3 + 1; i3 < t3.length; i3++) if ((e3 = t3[i3]) && !(2 & e3.__u) && f4 == e3.key && o4 == e3.type) return i3;
    }
    return -1;
  }
  function T(n2, t3, r3) {
    null == r3 && (r3 = ""), "-" == t3[0] ? n2.setProperty(t3, r3) : n2[t3] = r3;
  }
  function N(n2, t3, r3, u3, i3) {
    var f4, o4;
    if ("style" == t3) if ("string" == typeof r3) n2.style.cssText = r3;
    else {
      if ("string" == typeof u3 && (n2.style.cssText = u3 = ""), u3) for (t3 in u3) r3 && t3 in r3 || T(n2.style, t3);
      if (r3) for (t3 in r3) u3 && r3[t3] == u3[t3] || T(n2.style, t3, r3[t3]);
    }
    else if ("o" == t3[0] && "n" == t3[1]) "function" != typeof r3 && (r3 = null), "function" != typeof u3 && (u3 = null), (n2.__e || (n2.__e = {}))[t3] = r3, r3 && u3 || (o4 = a[t3] || (a[t3] = V(t3)), (n2.__a || (n2.__a = {}))[t3] = c, f4 = t3 != (t3 = t3.replace(l, "$1")), (t3 = t3.slice(2))[0] < "a" && (t3 = t3.toLowerCase()), r3 ? n2.addEventListener(t3, o4, f4) : n2.removeEventListener(t3, o4, f4));
    else {
      if ("http://www.w3.org/2000/svg" == i3) t3 = t3.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
      else if ("width" != t3 && "height" != t3 && "href" != t3 && "list" != t3 && "form" != t3 && "tabIndex" != t3 && "download" != t3 && "rowSpan" != t3 && "colSpan" != t3 && "role" != t3 && "popover" != t3 && t3 in n2) try {
        return void (n2[t3] = null == r3 ? "" : r3);
      } catch (n3) {
      }
      if ("function" == typeof r3) return;
      null == r3 || false === r3 && "-" != t3[4] ? n2.removeAttribute(t3) : n2.setAttribute(t3, "popover" == t3 && 1 == r3 ? "" : r3);
    }
  }
  function V(t3) {
    return function(r3) {
      var u3 = this.__e;
      if (u3) {
        if (u3 = u3[t3], null == r3[e]) r3[e] = c++;
        else if (r3[e] < this.__a[t3]) return;
        return u3(n.event ? n.event(r3) : r3);
      }
    };
  }
  function z(t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
    var s3, p3, v3, d3, k2, b2, m3, M, C3, j3, L2, H2, q2, A3, O2, P2, T3, N2, V2 = r3.type;
    if (r3.constructor !== h) return null;
    128 & u3.__u && (c3 = 32 & u3.__u, s3 = u3.__c.__z) && (r3.__u |= c3, p3 = o4 = [], 8 == s3.nodeType ? l3 = B(s3, o4) : o4.push(s3), l3 = o4[0] || l3), (s3 = n.__b) && s3(r3);
    n: if ("function" == typeof V2) {
      v3 = e3.length;
      try {
        if (M = r3.props, C3 = (s3 = V2.prototype) && s3.render, j3 = (s3 = V2.contextType) && i3[s3.__c], L2 = s3 ? j3 ? j3.props.value : s3.__ : i3, (d3 = u3.__c) ? (r3.__c = d3, 2 & d3.__g && (d3.__g |= 1)) : (C3 ? r3.__c = d3 = new V2(M, L2) : (r3.__c = d3 = new x(M, L2), d3.constructor = V2, d3.render = K), j3 && j3.sub(d3), d3.state || (d3.state = {}), d3.__n = i3, d3.__g |= 8, d3.__h = [], d3.__k = []), C3 && (d3.__s || (d3.__s = d3.state), V2.getDerivedStateFromProps && (d3.__s == d3.state && (d3.__s = _({}, d3.__s)), _(d3.__s, V2.getDerivedStateFromProps(M, d3.__s)))), k2 = d3.props, b2 = d3.state, d3.__v = r3, u3.__c) {
          if (M !== k2 && C3 && !V2.getDerivedStateFromProps && d3.componentWillReceiveProps && d3.componentWillReceiveProps(M, L2), r3.__v == u3.__v && !(8 & d3.__g) || !(4 & d3.__g) && d3.shouldComponentUpdate && false === d3.shouldComponentUpdate(M, d3.__s, L2)) {
            r3.__v != u3.__v && (d3.props = M, d3.state = d3.__s, d3.__g &= -9), r3.__e = u3.__e, r3.__k = u3.__k, r3.__k.some(function(n2) {
              n2 && (n2.__ = r3);
            }), y.push.apply(d3.__h, d3.__k), d3.__k = [], d3.__h.length && e3.push(d3), l3 = S(u3);
            break n;
          }
          d3.componentWillUpdate && d3.componentWillUpdate(M, d3.__s, L2), C3 && d3.componentDidUpdate && d3.__h.push(function() {
            d3.componentDidUpdate(k2, b2, m3);
          });
        } else C3 && !V2.getDerivedStateFromProps && d3.componentWillMount && d3.componentWillMount(), C3 && d3.componentDidMount && d3.__h.push(d3.componentDidMount);
        d3.context = L2, d3.props = M, d3.__P = t3, d3.__g &= -5, H2 = n.__r, q2 = C3 ? 25 : 0;
        do {
          d3.__g &= -9, H2 && H2(r3), s3 = d3.render(d3.props, d3.state = d3.__s, d3.context);
        } while (8 & d3.__g && ++q2 < 25);
        C3 && (y.push.apply(d3.__h, d3.__k), d3.__k = []), d3.state = d3.__s, d3.getChildContext && (i3 = _({}, i3, d3.getChildContext())), C3 && u3.__c && d3.getSnapshotBeforeUpdate && (m3 = d3.getSnapshotBeforeUpdate(k2, b2)), A3 = s3 && s3.type === $ && null == s3.key ? s3.props.children : s3, M.__P && (s3 = l3, f4 = (t3 = M.__P).namespaceURI, c3 = o4 = null, u3.props && u3.props.__P != t3 && (u3.__k.some(function(n2) {
          n2 && J(n2, n2);
        }), u3.__k = null), l3 = u3.__k ? S(u3, 0) : null), l3 = I(t3, w(A3) ? A3 : [A3], r3, u3, i3, f4, o4, e3, l3, c3, a4), M.__P && (r3.__e = null, l3 = s3), r3.__u &= -161, p3 && p3.some(g), d3.__h.length && e3.push(d3), 1 & d3.__g && (d3.__g &= -4);
      } catch (t4) {
        if (e3.length = v3, r3.__v = null, c3 || o4) if (t4 && t4.then) {
          if (r3.__u |= 128 | c3, o4) {
            for (~(T3 = o4.indexOf(l3 || void 0)) || (T3 = o4.length); (N2 = o4[T3 - 1]) && 8 == N2.nodeType; ) T3--;
            for (; T3 < o4.length; T3++) if (N2 = o4[T3]) if (o4[T3] = null, O2) {
              if (N2 == P2) break;
            } else {
              if (8 != N2.nodeType) break;
              N2.data.startsWith("$s") && (P2 = B(O2 = N2));
            }
          }
          if (!O2) {
            for (; l3 && 8 == l3.nodeType && l3.nextSibling; ) l3 = l3.nextSibling;
            O2 = l3;
          }
          (s3 = B(O2 = r3.__c.__z || (r3.__c.__z = O2))) ? (r3.__e = O2, l3 = s3) : r3.__e = l3, l3 = l3 && l3.nextSibling;
        } else o4 && o4.some(g);
        else r3.__e = u3.__e;
        r3.__k || (r3.__k = u3.__k || []), t4 && t4.then || D(r3), n.__e(t4, r3, u3);
      }
    } else l3 = r3.__e = F(u3.__e, r3, u3, i3, f4, o4, e3, c3, a4, t3);
    return (s3 = n.diffed) && s3(r3), l3;
  }
  function B(n2, t3) {
    if (n2 && 8 == n2.nodeType && n2.data.startsWith("$s")) for (var r3 = 1; n2 = n2.nextSibling; ) {
      if (8 == n2.nodeType) {
        if (n2.data.startsWith("$s")) r3++;
        else if (n2.data.startsWith("/$s") && !--r3) return n2;
      }
      t3 && t3.push(n2);
    }
  }
  function D(n2) {
    n2 && (n2.__c && (n2.__c.__g |= 4), n2.__k && n2.__k.some(D));
  }
  function E(t3, r3, u3) {
    for (var i3 = 0; i3 < u3.length; ) G(u3[i3++], u3[i3++], u3[i3++]);
    n.__c && n.__c(r3, t3), t3.some(function(r4) {
      try {
        t3 = r4.__h, r4.__h = [], t3.some(function(n2) {
          n2.call(r4);
        });
      } catch (t4) {
        n.__e(t4, r4.__v);
      }
    });
  }
  function F(t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
    var s3, h3, y3, _3, k2, b2, m3, M, $2 = u3.props || p, x2 = r3.props, C3 = r3.type;
    if ("svg" == C3 ? f4 = "http://www.w3.org/2000/svg" : "math" == C3 ? f4 = "http://www.w3.org/1998/Math/MathML" : f4 || (f4 = "http://www.w3.org/1999/xhtml"), o4) {
      for (s3 = 0; s3 < o4.length; s3++) if ((k2 = o4[s3]) && (C3 ? k2.localName == C3 : 3 == k2.nodeType)) {
        t3 = k2, o4[s3] = null;
        break;
      }
    }
    if (!t3) {
      if (M = a4.ownerDocument || document, !C3) return M.createTextNode(x2);
      t3 = M.createElementNS(f4, C3, x2.is ? x2 : a4), l3 && (n.__m && n.__m(r3, o4), l3 = false), o4 = null;
    }
    if (C3) {
      if (a4 = "template" == C3 && t3.content || t3, o4 = "textarea" == C3 && null != x2.defaultValue ? null : o4 && d.call(a4.childNodes), !l3 && o4) for ($2 = {}, s3 = 0; s3 < t3.attributes.length; s3++) $2[(k2 = t3.attributes[s3]).name] = k2.value;
      for (s3 in $2) k2 = $2[s3], "dangerouslySetInnerHTML" == s3 ? y3 = k2 : "children" == s3 || s3 in x2 || "value" == s3 && "defaultValue" in x2 || "checked" == s3 && "defaultChecked" in x2 || N(t3, s3, null, k2, f4);
      for (s3 in x2) k2 = x2[s3], "children" == s3 ? _3 = k2 : "dangerouslySetInnerHTML" == s3 ? h3 = k2 : "value" == s3 ? b2 = k2 : "checked" == s3 ? m3 = k2 : l3 && "function" != typeof k2 || $2[s3] === k2 || N(t3, s3, k2, $2[s3], f4);
      h3 ? (l3 || y3 && (h3.__html == y3.__html || h3.__html == t3.innerHTML) || (t3.innerHTML = h3.__html), r3.__k = []) : (y3 && (t3.textContent = ""), ("foreignObject" == C3 || "http://www.w3.org/1998/Math/MathML" == f4 && v.test(C3)) && (f4 = "http://www.w3.org/1999/xhtml"), I(a4, w(_3) ? _3 : [_3], r3, u3, i3, f4, o4, e3, o4 ? o4[0] : u3.__k && S(u3, 0), l3, c3), o4 && o4.some(g)), l3 && "textarea" != C3 || (s3 = "value", "progress" == C3 && null == b2 ? t3.removeAttribute(s3) : null == b2 || b2 === t3[s3] && ("progress" != C3 || b2) || N(t3, s3, b2, $2[s3], f4), s3 = "checked", null != m3 && m3 != t3[s3] && N(t3, s3, m3, $2[s3], f4));
    } else $2 === x2 || l3 && t3.data == x2 || (t3.data = x2);
    return t3;
  }
  function G(t3, r3, u3, i3) {
    try {
      "function" == typeof t3 ? r3 ? r3.__x = t3(r3) || 1 : i3 && (i3 = i3.__c || i3.__e) && (r3 = i3.__x) && (i3.__x = null, "function" == typeof r3 ? r3() : t3(null)) : t3.current = r3;
    } catch (t4) {
      n.__e(t4, u3);
    }
  }
  function J(t3, r3, u3) {
    var i3, f4, o4, e3;
    if (n.unmount && n.unmount(t3), !(i3 = t3.ref) || i3.current && i3.current != t3.__e || G(i3, null, r3, t3), i3 = t3.__c) {
      if (i3.componentWillUnmount) try {
        i3.componentWillUnmount();
      } catch (t4) {
        n.__e(t4, r3);
      }
      i3.__P = i3.__n = null;
    }
    if (i3 = t3.__k) for (e3 = 0; e3 < i3.length; e3++) i3[e3] && J(i3[e3], r3, "function" != typeof t3.type || u3 && !t3.props.__P);
    !u3 && (i3 = t3.__c) && (i3 = i3.__z) && (f4 = B(i3, o4 = [])) && (i3 == t3.__e && o4.some(g), g(f4), g(i3)), u3 || g(t3.__e), t3.__e = t3.__c = t3.__ = null;
  }
  function K(n2, t3, r3) {
    return this.constructor(n2, r3);
  }
  function Q(t3, r3) {
    var u3, i3, f4, o4;
    n.__ && n.__(t3, r3), 9 == r3.nodeType && (r3 = r3.documentElement), i3 = (u3 = t3 && 32 & t3.__u) ? null : r3.__k, r3.__k = m($, { children: [t3] }), f4 = [], o4 = [], z(r3, r3.__k, i3 || p, p, r3.namespaceURI, i3 ? null : r3.firstChild ? d.call(r3.childNodes) : null, f4, i3 ? i3.__e : r3.firstChild, u3, o4), E(f4, r3.__k, o4), r3.__k.props.children = null;
  }
  function U(n2) {
    function t3(n3) {
      var r3, u3;
      return this.getChildContext || (r3 = /* @__PURE__ */ new Set(), (u3 = {})[t3.__c] = this, this.getChildContext = function() {
        return u3;
      }, this.shouldComponentUpdate = function(n4) {
        this.props.value != n4.value && r3.forEach(function(n5) {
          n5.__g |= 4, L(n5);
        });
      }, this.sub = function(n4) {
        r3.add(n4);
        var t4 = n4.componentWillUnmount;
        n4.componentWillUnmount = function() {
          r3.delete(n4), t4 && t4.call(n4);
        };
      }), n3.children;
    }
    return t3.__c = "__cC" + s++, t3.__ = n2, t3.Provider = (t3.Consumer = function(n3, t4) {
      return n3.children(t4);
    }).contextType = t3, t3;
  }
  n = { __e: function(n2, t3, r3, u3) {
    for (var i3, o4, e3; t3 = t3.__; ) if ((i3 = t3.__c) && !(1 & i3.__g)) {
      i3.__g |= 4;
      try {
        if ((e3 = (o4 = i3.constructor) && o4.getDerivedStateFromError) && i3.setState(o4.getDerivedStateFromError(n2)), i3.componentDidCatch && (i3.componentDidCatch(n2, u3 || {}), e3 = 1), e3 && 8 & i3.__g) return void (i3.__g |= 2);
      } catch (t4) {
        n2 = t4;
      }
    }
    throw f = 0, n2;
  } }, t = 0, r = function(n2) {
    return null != n2 && n2.constructor === h;
  }, x.prototype.setState = function(n2, t3) {
    var r3 = this.__s;
    r3 && r3 != this.state || (r3 = this.__s = _({}, this.state)), "function" == typeof n2 && (n2 = n2(_({}, r3), this.props)), n2 && (_(r3, n2), this.__v && (t3 && this.__k.push(t3), L(this)));
  }, x.prototype.forceUpdate = function(n2) {
    this.__v && (this.__g |= 4, n2 && this.__h.push(n2), L(this));
  }, x.prototype.render = $, u = [], f = 0, o = function(n2, t3) {
    return n2.__v.__b - t3.__v.__b;
  }, e = /* @__PURE__ */ Symbol(), l = /(PointerCapture)$|Capture$/i, c = 0, a = {}, s = 0;

  // simulator/console/page/frame/kept.ts
  function read(key, place2 = "localStorage") {
    try {
      return globalThis[place2].getItem(key);
    } catch {
      return null;
    }
  }
  function keep(key, value, place2 = "localStorage") {
    try {
      globalThis[place2].setItem(key, value);
      return true;
    } catch {
      return false;
    }
  }

  // simulator/console/page/frame/theme.ts
  var name = "ringpost-console-theme";
  function readTheme() {
    const kept = read(name);
    return kept === "light" || kept === "dark" ? kept : "system";
  }
  function applyTheme(theme = readTheme()) {
    document.documentElement.dataset["theme"] = theme;
    keep(name, theme);
  }

  // screens/parts/refusal.ts
  var Refusal = class extends Error {
    name = "Refusal";
    code;
    /** What says that a request's id helps is followed by the id. */
    constructor(code, message, requestId = null) {
      super(code === "internal_error" && requestId !== null ? `${message} (${requestId})` : message);
      this.code = code;
    }
  };
  function refusalOf(error) {
    if (error instanceof Refusal) return error;
    console.error(error);
    return new Refusal("unknown", "The answer was not one of this service. Try again.");
  }
  var isSessionOver = (error) => error instanceof Refusal && (error.code === "invalid_operator_token" || error.code === "invalid_api_key");

  // src/process/hidden-characters.ts
  var withoutHidden = (text) => text.replace(proseMarks, "").replace(flagOrHidden, (_3, flag) => flag ?? "�") || text && "�";
  var proseMarks = /[\u00ad\u061c\u200e\u200f]/g;
  var flagOrHidden = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,7}\u{e007f})|(?![\u200c\u200d]|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])\p{Cf}/gu;

  // screens/parts/show-hidden.ts
  function showHidden() {
    n.vnode = (node) => {
      if (node.type === null) {
        if (typeof node.props === "string") node.props = withoutHidden(node.props);
      } else if (typeof node.type === "string") {
        for (const name3 of names) if (typeof node.props[name3] === "string") node.props[name3] = withoutHidden(node.props[name3]);
      }
    };
  }
  var names = ["title", "aria-label"];

  // src/contract/generated/public.ts
  var eventTypes = [
    "call.completed",
    "sms.received",
    "sms.delivered",
    "sms.failed",
    "lead.qualified"
  ];
  var operationTable = {
    "placeCall": {
      "method": "POST",
      "path": "/calls",
      "pathParameters": [],
      "queryParameters": [],
      "takesBody": true,
      "givesBody": true,
      "budget": "write",
      "idempotencyField": "idempotencyKey",
      "retry": {
        "safe": "with-idempotency-key",
        "codes": [
          "rate_limited",
          "concurrent_limit_exceeded",
          "placement_failed",
          "internal_error",
          "idempotency_in_progress",
          "overloaded"
        ]
      }
    },
    "listCalls": {
      "method": "GET",
      "path": "/calls",
      "pathParameters": [],
      "queryParameters": [
        "cursor",
        "limit"
      ],
      "takesBody": false,
      "givesBody": true,
      "budget": "read",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "overloaded"
        ]
      }
    },
    "readCall": {
      "method": "GET",
      "path": "/calls/{id}",
      "pathParameters": [
        "id"
      ],
      "queryParameters": [],
      "takesBody": false,
      "givesBody": true,
      "budget": "read",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "overloaded"
        ]
      }
    },
    "endCall": {
      "method": "POST",
      "path": "/calls/{id}/end",
      "pathParameters": [
        "id"
      ],
      "queryParameters": [],
      "takesBody": false,
      "givesBody": true,
      "budget": "write",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "end_failed",
          "internal_error",
          "overloaded"
        ]
      }
    },
    "listAgents": {
      "method": "GET",
      "path": "/agents",
      "pathParameters": [],
      "queryParameters": [],
      "takesBody": false,
      "givesBody": true,
      "budget": "read",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "overloaded"
        ]
      }
    },
    "readAgent": {
      "method": "GET",
      "path": "/agents/{id}",
      "pathParameters": [
        "id"
      ],
      "queryParameters": [],
      "takesBody": false,
      "givesBody": true,
      "budget": "read",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "overloaded"
        ]
      }
    },
    "setExtractionSchema": {
      "method": "POST",
      "path": "/agents/{id}/extraction-schema",
      "pathParameters": [
        "id"
      ],
      "queryParameters": [],
      "takesBody": true,
      "givesBody": true,
      "budget": "write",
      "idempotencyField": "idempotencyKey",
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "idempotency_in_progress",
          "overloaded"
        ]
      }
    },
    "createWebhookEndpoint": {
      "method": "POST",
      "path": "/webhooks",
      "pathParameters": [],
      "queryParameters": [],
      "takesBody": true,
      "givesBody": true,
      "budget": "write",
      "idempotencyField": "idempotencyKey",
      "retry": {
        "safe": "with-idempotency-key",
        "codes": [
          "rate_limited",
          "internal_error",
          "idempotency_in_progress",
          "overloaded"
        ]
      }
    },
    "listWebhookEndpoints": {
      "method": "GET",
      "path": "/webhooks",
      "pathParameters": [],
      "queryParameters": [],
      "takesBody": false,
      "givesBody": true,
      "budget": "read",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "overloaded"
        ]
      }
    },
    "deleteWebhookEndpoint": {
      "method": "DELETE",
      "path": "/webhooks/{id}",
      "pathParameters": [
        "id"
      ],
      "queryParameters": [],
      "takesBody": false,
      "givesBody": false,
      "budget": "write",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "overloaded"
        ]
      }
    },
    "createAutomationTrigger": {
      "method": "POST",
      "path": "/automation-triggers",
      "pathParameters": [],
      "queryParameters": [],
      "takesBody": true,
      "givesBody": true,
      "budget": "write",
      "idempotencyField": "idempotencyKey",
      "retry": {
        "safe": "with-idempotency-key",
        "codes": [
          "rate_limited",
          "internal_error",
          "idempotency_in_progress",
          "overloaded"
        ]
      }
    },
    "listAutomationTriggers": {
      "method": "GET",
      "path": "/automation-triggers",
      "pathParameters": [],
      "queryParameters": [],
      "takesBody": false,
      "givesBody": true,
      "budget": "read",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "overloaded"
        ]
      }
    },
    "readAutomationTrigger": {
      "method": "GET",
      "path": "/automation-triggers/{id}",
      "pathParameters": [
        "id"
      ],
      "queryParameters": [],
      "takesBody": false,
      "givesBody": true,
      "budget": "read",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "overloaded"
        ]
      }
    },
    "deleteAutomationTrigger": {
      "method": "DELETE",
      "path": "/automation-triggers/{id}",
      "pathParameters": [
        "id"
      ],
      "queryParameters": [],
      "takesBody": false,
      "givesBody": false,
      "budget": "write",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "overloaded"
        ]
      }
    },
    "testAutomationTrigger": {
      "method": "POST",
      "path": "/automation-triggers/{id}/test",
      "pathParameters": [
        "id"
      ],
      "queryParameters": [],
      "takesBody": false,
      "givesBody": true,
      "budget": "write",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "overloaded"
        ]
      }
    },
    "listWebhookDeliveries": {
      "method": "GET",
      "path": "/webhook-deliveries",
      "pathParameters": [],
      "queryParameters": [
        "status",
        "since",
        "page",
        "limit"
      ],
      "takesBody": false,
      "givesBody": true,
      "budget": "read",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "overloaded"
        ]
      }
    },
    "readWebhookDelivery": {
      "method": "GET",
      "path": "/webhook-deliveries/{id}",
      "pathParameters": [
        "id"
      ],
      "queryParameters": [],
      "takesBody": false,
      "givesBody": true,
      "budget": "read",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "overloaded"
        ]
      }
    },
    "retryWebhookDelivery": {
      "method": "POST",
      "path": "/webhook-deliveries/{id}/retry",
      "pathParameters": [
        "id"
      ],
      "queryParameters": [],
      "takesBody": false,
      "givesBody": true,
      "budget": "write",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "overloaded"
        ]
      }
    },
    "readAccount": {
      "method": "GET",
      "path": "/account",
      "pathParameters": [],
      "queryParameters": [],
      "takesBody": false,
      "givesBody": true,
      "budget": "read",
      "idempotencyField": null,
      "retry": {
        "safe": "always",
        "codes": [
          "rate_limited",
          "internal_error",
          "overloaded"
        ]
      }
    }
  };
  var finalCallStatuses = [
    "completed",
    "no_answer",
    "busy",
    "failed",
    "canceled"
  ];
  var errorStatuses = {
    "invalid_request": 400,
    "invalid_phone_number": 400,
    "missing_variables": 400,
    "invalid_extraction_schema": 400,
    "invalid_webhook_url": 400,
    "endpoint_limit_reached": 400,
    "invalid_conditions": 400,
    "trigger_limit_reached": 400,
    "invalid_api_key": 401,
    "insufficient_balance": 402,
    "insufficient_scope": 403,
    "public_api_disabled": 403,
    "not_found": 404,
    "agent_not_found": 404,
    "phone_number_not_found": 404,
    "call_not_found": 404,
    "webhook_not_found": 404,
    "trigger_not_found": 404,
    "delivery_not_found": 404,
    "method_not_allowed": 405,
    "idempotency_conflict": 409,
    "payload_too_large": 413,
    "unsupported_media_type": 415,
    "rate_limited": 429,
    "concurrent_limit_exceeded": 429,
    "internal_error": 500,
    "placement_failed": 500,
    "end_failed": 500,
    "idempotency_in_progress": 503,
    "overloaded": 503
  };

  // sdk/client/errors.ts
  var RingpostError = class extends Error {
    name = "RingpostError";
    operation;
    tries;
    idempotencyKey;
    constructor(message, { operation, tries, idempotencyKey }, options) {
      super(message, options);
      this.operation = operation;
      this.tries = tries;
      this.idempotencyKey = idempotencyKey;
    }
  };
  var RefusedError = class extends RingpostError {
    name = "RefusedError";
    status;
    /** May be a code that this package does not know yet. */
    code;
    details;
    /** Identifies the request when you ask for help. */
    requestId;
    retryAfterMs;
    constructor(refusal) {
      super(`${refusal.code}: ${refusal.message}`, refusal);
      this.status = refusal.status;
      this.code = refusal.code;
      this.details = refusal.details;
      this.requestId = refusal.requestId;
      this.retryAfterMs = refusal.retryAfterMs;
    }
    is(code) {
      return this.code === code;
    }
  };
  var NoAnswerError = class extends RingpostError {
    name = "NoAnswerError";
    constructor(circumstances, cause) {
      const why = cause instanceof RefusedError ? `It is not known whether ${circumstances.operation} was done: an earlier try may have done it, and the last was refused (${cause.message})` : `No answer to ${circumstances.operation}: ${messageOf(cause)}`;
      super(why, circumstances, { cause });
    }
  };
  var UnreadableAnswerError = class extends RingpostError {
    name = "UnreadableAnswerError";
    status;
    text;
    constructor(answer) {
      super(`${answer.operation} was answered ${answer.status} by something that is not Ringpost.`, answer);
      this.status = answer.status;
      this.text = answer.text;
    }
  };
  var mayBeDone = (error) => error instanceof RefusedError ? error.is("internal_error") || error.is("idempotency_in_progress") || error.is("placement_failed") && error.details?.fate === "unknown" : !(error instanceof UnreadableAnswerError && error.status === 429);
  var mayPass = (error) => error instanceof NoAnswerError || (error instanceof RefusedError || error instanceof UnreadableAnswerError) && (error.status === 429 || error.status >= 500);
  var CallStillGoingError = class extends Error {
    name = "CallStillGoingError";
    /** Is the call as it was last read. */
    call;
    constructor(call) {
      super(`The call ${call.id} is still ${call.status}.`);
      this.call = call;
    }
  };
  function messageOf(thrown) {
    if (!(thrown instanceof Error)) return String(thrown);
    const { message, cause } = thrown;
    if (!(cause instanceof Error)) return message;
    return `${message} (${"code" in cause ? cause.code : cause.message})`;
  }

  // sdk/client/rate-limits.ts
  var noRateLimits = { read: null, write: null };
  function noteRateLimit(limits, budget, headers) {
    const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name3) => wholeNumber(headers.get(`x-ratelimit-${name3}`)));
    if (!limit || remaining === void 0 || reset === void 0 || headers.has("www-authenticate")) return;
    limits[budget] = { limit, remaining, resetAt: new Date(reset * 1e3) };
  }
  var wholeNumber = (text) => /^\d{1,10}$/.test(text ?? "") ? Number(text) : void 0;
  var leftToOthers = 0.25;
  function pauseForBudget(budget) {
    if (budget === null) return 0;
    const missing = Math.ceil(budget.limit * leftToOthers) + 1 - budget.remaining;
    return missing <= 0 ? 0 : Math.ceil(missing * 6e4 / budget.limit);
  }

  // sdk/client/settings.ts
  var longestTimerMs = 2 ** 31 - 1;
  var limitOf = (ms) => AbortSignal.timeout(Math.ceil(Math.min(Math.max(0, ms), longestTimerMs)));
  var systemClock = {
    now: () => performance.now(),
    sleep: (ms, signal) => new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        },
        Math.min(ms, longestTimerMs)
      );
      signal?.addEventListener("abort", stop, { once: true });
    })
  };

  // sdk/client/ask.ts
  var questionOf = ({ baseUrl }, operation, id, input) => ({
    url: urlOf(baseUrl, operation, id, input),
    body: operation.takesBody ? JSON.stringify(bodyOf(operation, input), finite) : null
  });
  async function ask(settings, operation, { url, body: sent }, circumstances, signal) {
    const limit = limitOf(settings.timeoutMs);
    let response;
    let text;
    try {
      response = await settings.fetch(url, {
        method: operation.method,
        headers: { ...headersOf(operation), Authorization: `Bearer ${settings.apiKey}` },
        body: sent,
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, limit]) : limit
      });
      text = await response.text();
    } catch (cause) {
      signal?.throwIfAborted();
      return { kind: "failed", error: new NoAnswerError(circumstances, cause), repeatable: true, retryAfterMs: null };
    }
    noteRateLimit(settings.rateLimits, operation.budget, response.headers);
    if (response.status === 204 && !operation.givesBody) return { kind: "done", body: void 0 };
    const body = parse(text);
    if (response.ok && operation.givesBody && typeof body === "object" && body !== null && !Array.isArray(body))
      return { kind: "done", body };
    return failed(response, body, text, operation, circumstances);
  }
  function failed(response, body, text, operation, circumstances) {
    const retryAfterMs = msToWait(response.headers);
    const requestId = response.headers.get("x-request-id");
    const never = response.headers.get("x-should-retry") === "false";
    const mayBeAProxys = response.status >= 500 || response.status === 429;
    if (!isEnvelope(body) || mayBeAProxys && !Object.hasOwn(errorStatuses, body.error.code)) {
      const error2 = new UnreadableAnswerError({ ...circumstances, status: response.status, text });
      return { kind: "failed", error: error2, repeatable: mayBeAProxys && !never, retryAfterMs };
    }
    const error = new RefusedError({ ...circumstances, ...body.error, status: response.status, requestId, retryAfterMs });
    return { kind: "failed", error, repeatable: !never && operation.retry.codes.includes(error.code), retryAfterMs };
  }
  function msToWait(headers) {
    const retryAfter = headers.get("retry-after") ?? "";
    const isNumber = /^\d+$/.test(retryAfter);
    const ahead = isNumber ? Number(retryAfter) * 1e3 : timeOf(retryAfter) - (timeOf(headers.get("date") ?? "") || Date.now());
    return ahead > 0 ? ahead : null;
  }
  var timeOf = (date) => /^[A-Z][a-z]+,? .*\d\d:\d\d:\d\d/.test(date) ? Date.parse(date.replace(/( GMT)?$/, " GMT")) : Number.NaN;
  function urlOf(baseUrl, row, operation, input) {
    const values = new Map(Object.entries(input));
    const inPath = (name3) => {
      const value = String(values.get(name3));
      if (["", ".", ".."].includes(value)) throw new TypeError(`${operation} takes no "${value}" as its ${name3}.`);
      return encodeURIComponent(value);
    };
    const filled = row.pathParameters.reduce((path, name3) => path.replace(`{${name3}}`, inPath(name3)), row.path);
    const query = row.queryParameters.flatMap(
      (name3) => values.get(name3) === void 0 ? [] : [[name3, String(values.get(name3))]]
    );
    const url = `${baseUrl}${filled}${query.length > 0 ? `?${new URLSearchParams(query)}` : ""}`;
    new Request(url);
    return url;
  }
  function bodyOf({ pathParameters, queryParameters }, input) {
    const elsewhere = /* @__PURE__ */ new Set([...pathParameters, ...queryParameters]);
    return Object.fromEntries(Object.entries(input).filter(([name3]) => !elsewhere.has(name3)));
  }
  function finite(name3, value) {
    if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`"${name3}" is ${value}, and JSON has no ${value}.`);
    return value;
  }
  var headersOf = ({ takesBody }) => takesBody ? { "Content-Type": "application/json" } : {};
  function parse(text) {
    try {
      return JSON.parse(text);
    } catch {
      return void 0;
    }
  }
  function isEnvelope(body) {
    const error = typeof body === "object" && body !== null && "error" in body ? body.error : null;
    if (typeof error !== "object" || error === null) return false;
    return "code" in error && typeof error.code === "string" && "message" in error && typeof error.message === "string";
  }

  // sdk/client/call-operation.ts
  async function callOperation(settings, id, input, { signal }) {
    const operation = operationTable[id];
    const keyed = withIdempotencyKey(operation, input);
    const circumstances = { operation: id, tries: 0, idempotencyKey: keyOf(keyed) };
    const question = questionOf(settings, operation, id, keyed);
    let waited = 0;
    let lost = false;
    for (let tries = 1; ; tries++) {
      signal?.throwIfAborted();
      const outcome = await ask(settings, operation, question, { ...circumstances, tries }, signal);
      if (outcome.kind === "done") return outcome.body;
      const { error } = outcome;
      if (lost && operation.method === "DELETE" && error instanceof RefusedError && error.status === 404) return void 0;
      const pause = outcome.retryAfterMs ?? backoff(tries, settings.random);
      if (!outcome.repeatable || tries >= settings.maxTries || waited + pause > settings.maxWaitMs)
        throw lost && keyOf(keyed) !== void 0 && comesBeforeTheKey(error) ? new NoAnswerError(error, error) : error;
      lost ||= mayBeDone(error);
      await settings.clock.sleep(pause, signal);
      waited += pause;
    }
  }
  var comesBeforeTheKey = (error) => error instanceof RefusedError && ([401, 403].includes(error.status) || ["rate_limited", "overloaded"].includes(error.code));
  var withIdempotencyKey = (operation, input) => operation.idempotencyField === null || (input.idempotencyKey ?? null) !== null ? input : { ...input, [operation.idempotencyField]: crypto.randomUUID() };
  var keyOf = (input) => typeof input.idempotencyKey === "string" ? input.idempotencyKey : void 0;
  var backoff = (tries, random) => Math.min(8e3, 500 * 2 ** (tries - 1)) * (1 - random() / 2);

  // sdk/client/each-webhook-delivery.ts
  async function* eachWebhookDelivery(list, filter) {
    const seen = /* @__PURE__ */ new Set();
    let returns = 0;
    for (let pass = 1; ; pass++) {
      const seenBefore = seen.size;
      let [end, total] = [0, 0];
      let lastTotal = 0;
      let expected = 0;
      let falls = false;
      const known = /* @__PURE__ */ new Set();
      let oldest = "9999";
      let farthest = 0;
      let next = { page: 1, limit: largestPage };
      for (; ; ) {
        const { page, limit } = next;
        const { deliveries, pagination } = await list({ ...filter, ...next });
        const grown = lastTotal === 0 ? 0 : pagination.total - lastTotal;
        lastTotal = pagination.total;
        falls ||= grown < 0;
        const start = (page - 1) * limit;
        const follows = start === 0 || deliveries.some(({ id, createdAt }) => known.has(id) || createdAt > oldest);
        if (!follows && start > end && returns < mostReturns) {
          returns += 1;
          expected = Math.floor(Math.min(pagination.total - total, expected * 0.8));
          next = partAfter(end, expected, falls);
          continue;
        }
        if (!follows && falls && returns < mostReturns) {
          returns += 1;
          [end, expected] = [Math.max(0, start - Math.max(largestPage, total - pagination.total)), 0];
          next = partAfter(end, expected, falls);
          continue;
        }
        const fresh = deliveries.filter(({ id }) => !seen.has(id));
        for (const { id, createdAt } of deliveries) {
          known.add(id);
          if (createdAt < oldest) oldest = createdAt;
        }
        for (const { id } of fresh) seen.add(id);
        yield* fresh;
        total = pagination.total;
        if (page >= pagination.totalPages) break;
        end = page * limit;
        if (end > farthest) [farthest, returns] = [end, 0];
        expected = grown;
        next = partAfter(end, expected, falls);
      }
      if (filter.status === void 0 || next.page === 1 || seen.size === seenBefore || pass === mostPasses) return;
    }
  }
  function partAfter(end, expected, falls) {
    if (end === 0 || expected <= 0 && !falls && end % largestPage === 0) return { page: end / largestPage + 1, limit: largestPage };
    const lastSeen = Math.max(0, end - 1 + expected);
    const limits = Array.from({ length: largestPage / 2 }, (_3, less) => largestPage - less);
    const limit = limits.reduce((best, each) => each - lastSeen % each > best - lastSeen % best ? each : best);
    return { page: Math.floor(lastSeen / limit) + 1, limit };
  }
  var mostPasses = 10;
  var mostReturns = 100;
  var largestPage = 50;

  // sdk/client/catch-up.ts
  async function* catchUp(api2, options) {
    const { since, wasSeen, isWanted = () => true, dryRun = false, signal } = options;
    const call = signal ? { signal } : {};
    const leaveSome = async (budget) => {
      const ms = pauseForBudget(api2.rateLimits[budget]);
      if (ms > 0) await api2.clock.sleep(ms, signal);
    };
    const list = async (input) => {
      await leaveSome("read");
      return api2.listWebhookDeliveries(input, call);
    };
    const recorded = [];
    for await (const delivery of eachWebhookDelivery(list, { since: typeof since === "string" ? since : since.toISOString() }))
      if (isWanted(delivery)) recorded.push(delivery);
    for (const delivery of recorded.reverse()) {
      if (await wasSeen(delivery.id)) continue;
      if (isUnfinished(delivery)) yield { delivery, fate: "on_its_way" };
      else if (dryRun) yield { delivery, fate: "missing" };
      else {
        await leaveSome("write");
        yield await sentAgain(api2, delivery, call);
      }
    }
  }
  async function sentAgain(api2, delivery, call) {
    try {
      return { delivery: await api2.retryWebhookDelivery({ id: delivery.id }, call), fate: "sent_again" };
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      if (error.is("invalid_request")) return refused(api2, delivery, error, call);
      if (error.is("delivery_not_found")) return { delivery, fate: "refused", refusal: error };
      throw error;
    }
  }
  async function refused(api2, listed, refusal, call) {
    const { payload: _3, attemptLog: __, ...delivery } = await api2.readWebhookDelivery({ id: listed.id }, call);
    return isUnfinished(delivery) ? { delivery, fate: "on_its_way" } : { delivery, fate: "refused", refusal };
  }
  var isUnfinished = ({ status }) => status === "pending" || status === "retrying";

  // sdk/client/each-call.ts
  async function* eachCall(list) {
    for (let cursor; cursor !== null; ) {
      const page = await list({ limit: largestPage, ...cursor !== void 0 && { cursor } });
      yield* page.calls;
      cursor = page.nextCursor;
    }
  }

  // sdk/client/wait-for-call.ts
  async function waitForCall({ id, readCall, clock }, options) {
    const { timeoutMs = 6e5, forResults = false, signal } = options;
    const began = clock.now();
    let call;
    let endedAt = null;
    for (let pause = 1e3; ; pause = Math.min(pause * 1.5, longestPauseMs)) {
      const limit = limitOf(timeoutMs - (clock.now() - began));
      let failure;
      try {
        ({ call } = await readCall({ id }, { signal: signal ? AbortSignal.any([signal, limit]) : limit }));
        if (hasEnded(call)) endedAt ??= clock.now();
      } catch (error) {
        if (error !== limit.reason && !mayPass(error)) throw error;
        failure = error === limit.reason ? new NoAnswerError({ operation: "readCall", tries: 1, idempotencyKey: void 0 }, error) : error;
      }
      if (call && endedAt !== null && (!forResults || hasResults(call) || clock.now() - endedAt > resultsFollowMs)) return call;
      if (limit.aborted || clock.now() - began + pause > timeoutMs) throw call ? new CallStillGoingError(call) : failure;
      await clock.sleep(pause, signal);
    }
  }
  var longestPauseMs = 1e4;
  var resultsFollowMs = 9e4;
  var hasResults = ({ status, durationSeconds, outcome, transcript }) => transcript !== null || status === "failed" && durationSeconds === null || outcome !== null && outcome !== "VOICEMAIL" && outcome !== "FAILED";
  var hasEnded = ({ status, endedAt }) => Boolean(endedAt) || finalCallStatuses.some((final) => final === status);

  // sdk/client/create-client.ts
  function createClient(options) {
    const settings = {
      baseUrl: options.baseUrl.replace(/\/+$/, ""),
      apiKey: keyIn(options.apiKey),
      maxTries: options.maxTries ?? 4,
      maxWaitMs: options.maxWaitMs ?? 6e4,
      timeoutMs: options.timeoutMs ?? 3e4,
      fetch: options.fetch ?? ((...asked) => globalThis.fetch(...asked)),
      clock: options.clock ?? systemClock,
      random: options.random ?? Math.random,
      rateLimits: { ...noRateLimits }
    };
    const operations = Object.fromEntries(
      operationIds.map((id) => [id, (input = {}, call = {}) => callOperation(settings, id, input, call)])
      // There is one entry for each id, with the types of the document. fromEntries cannot tell them apart.
    );
    return {
      ...operations,
      rateLimits: settings.rateLimits,
      waitForCall: (id, wait = {}) => waitForCall({ id, readCall: operations.readCall, clock: settings.clock }, wait),
      eachCall: (call = {}) => eachCall((input) => operations.listCalls(input, call)),
      eachWebhookDelivery: (filter = {}, call = {}) => eachWebhookDelivery((input) => operations.listWebhookDeliveries(input, call), filter),
      catchUp: (caught) => catchUp({ ...operations, rateLimits: settings.rateLimits, clock: settings.clock }, caught)
    };
  }
  function keyIn(text) {
    const key = text.trim();
    if (!/^[!-~]*$/.test(key)) throw new TypeError("The API key has white space in it, or a character that no key has.");
    return key;
  }
  var operationIds = Object.keys(operationTable);

  // simulator/console/page/frame/json-in.ts
  function jsonIn(text) {
    try {
      return JSON.parse(text, withDigits);
    } catch {
      return void 0;
    }
  }
  var withDigits = (_3, value, { source } = {}) => typeof value === "number" && source !== void 0 && String(value) !== source ? JSON.rawJSON?.(source) ?? value : value;
  var isDigits = (value) => JSON.isRawJSON?.(value) === true;

  // screens/portal/api.ts
  var name2 = "ringpost-portal";
  var base = new URL(".", location.href).href;
  var session = JSON.parse(read(name2, "sessionStorage") || "null");
  var ofThisPage = () => ({ "x-ringpost-page": session?.tenantId ?? "none" });
  var askHere = (url, init) => {
    const { authorization, ...headers } = Object.fromEntries(new Headers(init?.headers));
    return fetch(url, { ...init, headers: { ...headers, ...ofThisPage() } });
  };
  var clientThat = (ask2) => createClient({ baseUrl: `${base}api/v1/public`, apiKey: "", maxTries: 1, fetch: ask2 });
  var api = clientThat(askHere);
  async function readDelivery(id) {
    let text = "";
    const client = clientThat(async (url, init) => {
      const response = await askHere(url, init);
      text = await response.clone().text();
      return response;
    });
    const delivery = await client.readWebhookDelivery({ id });
    const { payload } = jsonIn(text);
    return { ...delivery, payload };
  }
  var worded = (answer) => answer.catch((error) => {
    if (error instanceof RefusedError) throw new Refusal(error.code, error.message.replace(`${error.code}: `, ""), error.requestId);
    if (error instanceof NoAnswerError) throw unreachable();
    if (error instanceof UnreadableAnswerError) throw unreadable(error.status);
    throw error;
  });
  var unreachable = () => new Refusal("unreachable", "Nothing answers. Is this machine online?");
  var unreadable = (status) => new Refusal("unknown", `The answer was ${status}.`);
  var linkInAddress = () => /^#(rp_link_\w+)$/.exec(location.hash)?.[1];
  async function openSession() {
    const link = linkInAddress();
    if (link !== void 0) {
      const response2 = await askOfSession("POST", { authorization: `Bearer ${link}` });
      const opened = response2.ok ? take(await response2.text()) : null;
      history.replaceState(null, "", location.pathname);
      if (opened !== null) return { session: opened, isRefused: false };
    } else if (session !== null) return { session, isRefused: false };
    const response = await askOfSession("GET");
    return { session: take(response.ok ? await response.text() : "null"), isRefused: link !== void 0 };
  }
  function take(text) {
    const given = JSON.parse(text);
    if (given !== null && !Array.isArray(given.scopes)) throw new Error("The answer holds no session.");
    session = given;
    keep(name2, text, "sessionStorage");
    return session;
  }
  async function endSession() {
    await askOfSession("DELETE");
    keep(name2, "", "sessionStorage");
  }
  async function askOfSession(method, headers = {}) {
    const response = await fetch(`${base}portal/session`, { method, headers: { ...ofThisPage(), ...headers } }).catch(() => null);
    if (response === null) throw unreachable();
    if (response.ok || response.status === 401) return response;
    const { error } = await response.json().catch(() => ({}));
    throw error ? new Refusal(error.code, error.message, response.headers.get("x-request-id")) : unreadable(response.status);
  }

  // node_modules/preact/hooks/dist/hooks.mjs
  var t2;
  var r2;
  var u2;
  var i2;
  var o2 = Object.is;
  var f2 = 0;
  var c2 = [];
  var e2 = [];
  var a2 = n;
  var v2 = a2.__b;
  var l2 = a2.__r;
  var m2 = a2.diffed;
  var h2 = a2.__c;
  var s2 = a2.unmount;
  var p2 = a2.__;
  function y2(n2, t3) {
    a2.__h && a2.__h(r2, n2, f2 || t3), f2 = 0;
    var u3 = r2.__H || (r2.__H = { __: [], __h: [] });
    return n2 >= u3.__.length && u3.__.push({}), u3.__[n2];
  }
  function d2(n2) {
    return f2 = 1, _2(G2, n2);
  }
  function _2(n2, u3, i3) {
    var f4 = y2(t2++, 2);
    if (f4.t = n2, !f4.__c && (f4.__ = [i3 ? i3(u3) : G2(void 0, u3), function(n3) {
      var t3 = (f4.__N || f4.__)[0], r3 = f4.t(t3, n3);
      o2(t3, r3) || (f4.__N = [r3, f4.__[1]], f4.__c.setState({}));
    }], f4.__c = r2, !r2.__f)) {
      r2.__f = true;
      var c3 = r2.shouldComponentUpdate;
      r2.shouldComponentUpdate = function(n3, t3, r3) {
        var u4 = this.__H;
        if (!u4) return true;
        var i4 = false, f5 = this.props != n3;
        if (u4.__.some(function(n4) {
          n4.__N && (i4 = true, o2(n4.__[0], n4.__N[0]) || (f5 = true));
        }), c3) {
          var e3 = c3.call(this, n3, t3, r3);
          return i4 ? e3 || f5 : e3;
        }
        return !i4 || f5;
      };
    }
    return f4.__;
  }
  function A2(n2, u3) {
    var i3 = y2(t2++, 3);
    !a2.__s && E2(i3.__H, u3) && (i3.__P = true, i3.__ = n2, i3.u = u3, r2.__H.__h.push(i3));
  }
  function F2(n2, u3) {
    var i3 = y2(t2++, 4);
    !a2.__s && E2(i3.__H, u3) && (i3.__P = false, i3.__ = n2, i3.u = u3, r2.__h.push(i3));
  }
  function T2(n2) {
    return f2 = 5, w2(function() {
      return { current: n2 };
    }, []);
  }
  function w2(n2, r3) {
    var u3 = y2(t2++, 7);
    return E2(u3.__H, r3) && (u3.__ = n2(), u3.__H = r3), u3.__;
  }
  function b(n2, t3) {
    return f2 = 8, w2(function() {
      return n2;
    }, t3);
  }
  function j2(n2) {
    var u3 = r2.context[n2.__c], i3 = y2(t2++, 9);
    return i3.c = n2, u3 ? (null == i3.__ && (i3.__ = true, u3.sub(r2)), u3.props.value) : n2.__;
  }
  function O(n2) {
    var u3 = y2(t2++, 10), i3 = d2();
    return u3.__ = n2, r2.componentDidCatch || (r2.componentDidCatch = function(n3, t3) {
      u3.__ && u3.__(n3, t3), i3[1](n3);
    }), [i3[0], function() {
      return i3[1]();
    }];
  }
  function g2() {
    var n2;
    do {
      for (; n2 = e2.shift(); ) try {
        C2(n2);
      } catch (t4) {
        a2.__e(t4, { __: (n2 = n2.__P) && n2.__v });
      }
      for (; n2 = c2.shift(); ) {
        var t3 = n2.__H;
        if (n2.__P && t3) try {
          t3.__h.some(C2), t3.__h.some(D2), t3.__h = [];
        } catch (r3) {
          t3.__h = [], a2.__e(r3, n2.__v);
        }
      }
    } while (e2.length);
  }
  a2.__b = function(n2) {
    r2 = null, v2 && v2(n2);
  }, a2.__ = function(n2, t3) {
    n2 && t3.__k && t3.__k.__m && (n2.__m = t3.__k.__m), p2 && p2(n2, t3);
  }, a2.__r = function(n2) {
    l2 && l2(n2), t2 = 0;
    var i3 = (r2 = n2.__c).__H;
    i3 && (u2 == r2 ? r2.__h = [] : (i3.__h.some(C2), i3.__h.some(D2), t2 = 0), i3.__h = [], i3.__.some(function(n3) {
      n3.__N && (n3.__ = n3.__N), n3.u = n3.__N = void 0;
    })), u2 = r2;
  }, a2.diffed = function(n2) {
    m2 && m2(n2);
    var t3 = n2.__c;
    t3 && t3.__H && (t3.__H.__h.length && B2(c2.push(t3)), t3.__H.__.some(function(n3) {
      n3.u && (n3.__H = n3.u);
    })), u2 = r2 = null;
  }, a2.__c = function(n2, t3) {
    t3.some(function(n3) {
      try {
        n3.__h.some(C2), n3.__h = n3.__h.filter(function(n4) {
          return !n4.__ || D2(n4);
        });
      } catch (t4) {
        n3.__h = [function() {
          throw t4;
        }];
      }
    }), h2 && h2(n2, t3);
  }, a2.unmount = function(n2) {
    s2 && s2(n2);
    var t3, r3, u3 = n2.__c;
    u3 && u3.__H && (u3.__H.__.some(function(u4) {
      try {
        if (u4.__P && u4.__c) {
          if (void 0 === r3) {
            for (r3 = n2.__; r3 && (!r3.__c || !r3.__c.__P); ) r3 = r3.__;
            r3 = r3 && r3.__c;
          }
          u4.__P = r3, B2(e2.push(u4));
        } else C2(u4);
      } catch (n3) {
        t3 = n3;
      }
    }), u3.__H = void 0, t3 && a2.__e(t3, u3.__v));
  };
  var k = "function" == typeof requestAnimationFrame;
  function z2(n2) {
    var t3, r3 = function() {
      clearTimeout(u3), k && cancelAnimationFrame(t3), setTimeout(n2);
    }, u3 = setTimeout(r3, 35);
    k && (t3 = requestAnimationFrame(r3));
  }
  function B2(n2) {
    1 != n2 && i2 == a2.requestAnimationFrame || ((i2 = a2.requestAnimationFrame) || z2)(g2);
  }
  function C2(n2) {
    var t3 = r2, u3 = n2.__c;
    "function" == typeof u3 && (n2.__c = void 0, u3()), r2 = t3;
  }
  function D2(n2) {
    var t3 = r2;
    n2.__c = n2.__(), r2 = t3;
  }
  function E2(n2, t3) {
    return !n2 || n2.length != t3.length || t3.some(function(t4, r3) {
      return !o2(t4, n2[r3]);
    });
  }
  function G2(n2, t3) {
    return "function" == typeof t3 ? t3(n2) : t3;
  }

  // simulator/console/page/frame/address.ts
  function addressOf(hash) {
    const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
    return { path: path.split("/").filter(Boolean).map(decoded), query: Object.fromEntries(new URLSearchParams(query)) };
  }
  function hashOf(path, query = {}) {
    const given = Object.entries(query).filter((pair) => pair[1] !== void 0 && pair[1] !== "");
    const search = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
    return `#/${path.map(encodeURIComponent).join("/")}${search}`;
  }
  var here = () => addressOf(location.hash);
  function go(path, query = {}, step = "push") {
    const hash = hashOf(path, query);
    if (hash === location.hash) return;
    if (step === "push") history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
    for (const tell of listeners) tell();
  }
  var listeners = /* @__PURE__ */ new Set();
  function useAddress() {
    const [address, setAddress] = d2(here);
    F2(() => {
      const listen = () => setAddress(here());
      listeners.add(listen);
      addEventListener("hashchange", listen);
      return () => {
        listeners.delete(listen);
        removeEventListener("hashchange", listen);
      };
    }, []);
    return address;
  }
  function decoded(part) {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  }

  // node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
  var f3 = /* @__PURE__ */ Symbol.for("pv");
  var o3 = 0;
  function a3(t3, e3, n2, u3, a4, i3) {
    e3 || (e3 = {});
    var c3, l3, p3 = e3;
    if ("ref" in p3 && "function" != typeof t3) for (l3 in p3 = {}, e3) "ref" == l3 ? c3 = e3[l3] : p3[l3] = e3[l3];
    var s3 = { type: t3, props: p3, key: n2, ref: c3, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: f3, __v: --o3, __i: -1, __u: 0 };
    return (a4 || i3) && (s3.__source = a4, s3.__self = i3), n.vnode && n.vnode(s3), s3;
  }

  // simulator/console/page/frame/parts.tsx
  var glyphs = { good: "✓", bad: "✕", wait: "↻", live: "●", quiet: "–" };
  function Mark({ tone, label }) {
    return /* @__PURE__ */ a3("span", { class: `mark ${tone}`, ...label === void 0 ? { "aria-hidden": true } : { role: "img", "aria-label": label }, children: glyphs[tone] });
  }
  function Badge({ tone, children }) {
    return /* @__PURE__ */ a3("span", { class: `badge ${tone}`, children: [
      /* @__PURE__ */ a3(Mark, { tone }),
      " ",
      children
    ] });
  }
  function CopyButton({ label, name: name3, text }) {
    const [copied, setCopied] = d2("no");
    const timer = T2(void 0);
    const copy = async () => {
      const isCopied = navigator.clipboard?.writeText(text()).then(
        () => true,
        () => false
      );
      setCopied(await isCopied ? "yes" : "failed");
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied("no"), 2e3);
    };
    const said = { no: label, yes: "Copied", failed: "The browser refused" }[copied];
    return /* @__PURE__ */ a3("button", { type: "button", class: "quiet", onClick: () => void copy(), "aria-label": copied === "no" ? name3 : said, children: [
      /* @__PURE__ */ a3("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true", children: /* @__PURE__ */ a3("path", { d: copied === "yes" ? "M3 8.5l3.5 3.5L13 4.5" : "M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2" }) }),
      said
    ] });
  }
  function Problem({ children }) {
    return /* @__PURE__ */ a3("p", { class: "problem", role: "alert", children: [
      /* @__PURE__ */ a3(Mark, { tone: "bad" }),
      " ",
      /* @__PURE__ */ a3("span", { children })
    ] });
  }
  function Facts({ rows }) {
    return /* @__PURE__ */ a3("dl", { class: "facts", children: rows.map(([name3, value]) => /* @__PURE__ */ a3("div", { children: [
      /* @__PURE__ */ a3("dt", { children: name3 }),
      /* @__PURE__ */ a3("dd", { children: value })
    ] }, name3)) });
  }
  function Verbatim({ label, children }) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, only a mouse could scroll.
      /* @__PURE__ */ a3("section", { class: "raw", "aria-label": label, tabIndex: 0, children: /* @__PURE__ */ a3("pre", { children }) })
    );
  }

  // simulator/console/page/frame/theme-switch.tsx
  function ThemeSwitch() {
    const [theme, setTheme] = d2(readTheme);
    const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
    return /* @__PURE__ */ a3(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": `Theme: ${theme}. Change to ${next}.`,
        title: `Theme: ${theme}`,
        onClick: () => {
          applyTheme(next);
          setTheme(next);
        },
        children: /* @__PURE__ */ a3("span", { "aria-hidden": "true", children: signs[theme] })
      }
    );
  }
  var themes = ["system", "light", "dark"];
  var signs = { system: "◐", light: "☀", dark: "☾" };

  // screens/parts/session.ts
  var Session = U({ end: () => {
  } });

  // screens/parts/time.tsx
  function Time({ at }) {
    if (at === null) return /* @__PURE__ */ a3("span", { class: "muted", children: "–" });
    return /* @__PURE__ */ a3("time", { class: "mono", dateTime: at, title: at, children: [
      at.slice(0, 10),
      " ",
      at.slice(11, 19),
      "Z"
    ] });
  }

  // simulator/console/page/link/api.ts
  var Refused = class extends Error {
    status;
    code;
    constructor(status, code, message) {
      super(message);
      this.status = status;
      this.code = code;
    }
  };
  var sentenceOf = (error) => {
    if (!(error instanceof Error)) return String(error);
    return error instanceof Refused && error.status >= 400 ? `${error.message} (${error.status} ${error.code})` : error.message;
  };

  // simulator/console/page/frame/use-work.ts
  function useWork(hintOf = sentenceOf) {
    const [isBusy, setIsBusy] = d2(false);
    const [problem, setProblem] = d2(null);
    return {
      isBusy,
      problem,
      async run(work) {
        setIsBusy(true);
        setProblem(null);
        const why = await work().then(() => null, hintOf);
        setProblem(why);
        setIsBusy(false);
        return why === null;
      }
    };
  }

  // screens/parts/use-change.ts
  function useChange() {
    const { end } = j2(Session);
    return useWork((error) => {
      if (isSessionOver(error)) end();
      return refusalOf(error).message;
    });
  }

  // screens/parts/use-step.ts
  var site = document.title;
  function useStep({ path, query }, view) {
    const isFirst = T2(true);
    F2(() => {
      document.title = [path[1], view, site].filter(Boolean).join(" – ");
      const heading = document.querySelector("main h1") ?? document.querySelector("main");
      if (!isFirst.current && heading && document.activeElement === document.body) {
        heading.tabIndex = -1;
        heading.focus();
      }
      isFirst.current = false;
    }, [hashOf(path, query), view]);
  }

  // src/process/money.ts
  function showMoney(micros) {
    const digits = String(Math.abs(micros)).padStart(7, "0");
    const fraction = digits.slice(-6).replace(/0{1,4}$/, "");
    return `${micros < 0 ? "-" : ""}${digits.slice(0, -6)}.${fraction}`;
  }

  // screens/parts/answered.tsx
  function Answered({
    asked: { body, refusal },
    children
  }) {
    const [failed2, setFailed] = d2(null);
    O((error) => setFailed({ body, words: refusalOf(error).message }));
    if (failed2 !== null && failed2.body === body) return /* @__PURE__ */ a3(Problem, { children: failed2.words });
    return /* @__PURE__ */ a3($, { children: [
      refusal && /* @__PURE__ */ a3(Problem, { children: refusal.message }),
      body === null ? refusal === null && /* @__PURE__ */ a3("p", { class: "muted", children: "Asking …" }) : /* @__PURE__ */ a3(Shown, { body, children })
    ] });
  }
  var Shown = ({ body, children }) => /* @__PURE__ */ a3($, { children: children(body) });

  // screens/parts/table.tsx
  function Table({ label, rows, columns, keyOf: keyOf2, none }) {
    if (rows.length === 0) return /* @__PURE__ */ a3("p", { class: "muted", children: none });
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, only a mouse could scroll.
      /* @__PURE__ */ a3("section", { class: "scrolled", "aria-label": label, tabIndex: 0, children: /* @__PURE__ */ a3("table", { class: "rows", children: [
        /* @__PURE__ */ a3("thead", { children: /* @__PURE__ */ a3("tr", { children: columns.map(({ title, isNumber }) => /* @__PURE__ */ a3("th", { scope: "col", class: isNumber ? "number" : "", children: title }, title)) }) }),
        /* @__PURE__ */ a3("tbody", { children: rows.map((row) => /* @__PURE__ */ a3("tr", { children: columns.map(({ title, value, isNumber }) => /* @__PURE__ */ a3("td", { class: isNumber ? "number" : "", children: value(row) }, title)) }, keyOf2(row))) })
      ] }) })
    );
  }
  var Url = ({ children }) => /* @__PURE__ */ a3("span", { class: "words mono", title: children, children });
  function Older({ path, query, cursor }) {
    if (cursor === null) return null;
    return /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3("a", { href: hashOf(path, { ...query, cursor }), children: "Older ones" }) });
  }

  // screens/parts/use-answer.ts
  function useAnswer(key, ask2, everyMs) {
    const { end } = j2(Session);
    const [state, setState] = d2({ key, body: null, refusal: null });
    const latest = T2({ key, ask: ask2 });
    latest.current = { key, ask: ask2 };
    const asks = T2({ begun: 0, taken: 0 });
    const askNow = b(async () => {
      const { key: asked, ask: askFor } = latest.current;
      asks.current.begun += 1;
      const nth = asks.current.begun;
      const take2 = (answer) => {
        if (latest.current.key !== asked || nth < asks.current.taken) return;
        asks.current.taken = nth;
        setState(answer);
      };
      try {
        take2({ key: asked, body: await askFor(), refusal: null });
      } catch (error) {
        if (isSessionOver(error)) end();
        else take2(({ key: of, body }) => ({ key: asked, body: of === asked ? body : null, refusal: refusalOf(error) }));
      }
    }, [end]);
    A2(() => {
      void askNow();
      if (everyMs === void 0) return void 0;
      const timer = setInterval(() => document.visibilityState === "visible" && void askNow(), everyMs);
      return () => clearInterval(timer);
    }, [key, askNow, everyMs]);
    const current = state.key === key ? state : { body: null, refusal: null };
    return { body: current.body, refusal: current.refusal, askAgain: askNow };
  }

  // screens/portal/account.tsx
  function Account() {
    const asked = useAnswer("account", () => worded(api.readAccount()), 1e4);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h1", { children: "Usage and keys" }),
      /* @__PURE__ */ a3(Answered, { asked, children: ({ account }) => /* @__PURE__ */ a3(Detail, { ...account }) })
    ] });
  }
  var names2 = {
    read: "Requests that read, a minute",
    write: "Requests that write, a minute",
    "call-events": "Webhooks of calls, leads and received texts, a minute",
    "text-events": "Webhooks of sent texts, a minute"
  };
  var Detail = ({ name: name3, budgets, concurrentCalls, wallet, keys }) => /* @__PURE__ */ a3($, { children: [
    /* @__PURE__ */ a3(
      Facts,
      {
        rows: [
          ["Account", name3],
          ["Wallet", wallet === null ? "none: it pays by invoice" : `${showMoney(wallet.balanceMicros)} left`]
        ]
      }
    ),
    /* @__PURE__ */ a3(
      Table,
      {
        label: "Budgets",
        rows: [
          ...budgets.map((budget) => ({ ...budget, name: names2[budget.name] ?? budget.name })),
          { ...concurrentCalls, name: "Calls at once" }
        ],
        keyOf: (budget) => budget.name,
        none: "None.",
        columns: [
          { title: "Budget", value: (budget) => /* @__PURE__ */ a3("span", { class: "words", children: budget.name }) },
          { title: "Used", value: ({ limit, remaining }) => limit - remaining, isNumber: true },
          { title: "Of", value: ({ limit }) => limit, isNumber: true },
          {
            title: "Share",
            value: ({ limit, remaining, ...budget }) => /* @__PURE__ */ a3("meter", { "aria-label": budget.name, max: limit, value: limit - remaining })
          }
        ]
      }
    ),
    /* @__PURE__ */ a3("h2", { children: "API keys" }),
    /* @__PURE__ */ a3(
      Table,
      {
        label: "API keys",
        rows: keys,
        keyOf: ({ id }) => id,
        none: "No key yet.",
        columns: [
          { title: "Key", value: (key) => /* @__PURE__ */ a3("span", { class: "words", children: key.name }) },
          { title: "May", value: ({ scopes }) => /* @__PURE__ */ a3("span", { class: "words", children: scopes.join(", ") }) },
          { title: "Made", value: ({ createdAt }) => /* @__PURE__ */ a3(Time, { at: createdAt }) },
          { title: "Expires", value: ({ expiresAt }) => /* @__PURE__ */ a3(Time, { at: expiresAt }) },
          { title: "Revoked", value: ({ revokedAt }) => /* @__PURE__ */ a3(Time, { at: revokedAt }) }
        ]
      }
    )
  ] });

  // simulator/console/page/frame/format.ts
  function span(seconds) {
    const whole = Math.max(0, Math.round(seconds));
    const units = [
      ["d", 86400],
      ["h", 3600],
      ["min", 60],
      ["s", 1]
    ];
    const first = units.findIndex(([, size]) => whole >= size);
    if (first === -1) return "0 s";
    let rest = whole;
    const parts = [];
    for (const [name3, size] of units.slice(first, first + 2)) {
      const count = Math.floor(rest / size);
      rest -= count * size;
      if (count > 0) parts.push(`${count} ${name3}`);
    }
    return parts.join(" ");
  }
  var clockOf = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  var shortId = (id) => id.length <= 14 ? id : `…${id.slice(-8)}`;
  var plural = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

  // simulator/console/page/frame/wav.ts
  function waveformIn(file, parts) {
    const view = new DataView(file);
    if (file.byteLength < 12 || textAt(view, 0, 4) !== "RIFF" || textAt(view, 8, 4) !== "WAVE") return null;
    const chunks = chunksIn(view, 12, file.byteLength);
    const [format, data] = [chunks.find(({ name: name3 }) => name3 === "fmt "), chunks.find(({ name: name3 }) => name3 === "data")];
    if (!format || !data || view.getUint16(format.from, true) !== pcm) return null;
    const channels = view.getUint16(format.from + 2, true);
    const [sampleRate, bytesPerSecond] = [view.getUint32(format.from + 4, true), view.getUint32(format.from + 8, true)];
    const bits = view.getUint16(format.from + 14, true);
    if (bits !== 8 && bits !== 16 || bytesPerSecond === 0) return null;
    const frame = channels * bits / 8;
    const loudness = (at) => bits === 8 ? Math.abs(view.getUint8(at) - 128) / 128 : Math.abs(view.getInt16(at, true)) / 32768;
    const frames = Math.floor((data.to - data.from) / frame);
    const peaks = Array.from({ length: parts }, (_3, part) => {
      let highest = 0;
      const end = Math.floor((part + 1) * frames / parts);
      for (let nth = Math.floor(part * frames / parts); nth < end; nth++) highest = Math.max(highest, loudness(data.from + nth * frame));
      return highest;
    });
    return { seconds: (data.to - data.from) / bytesPerSecond, peaks, marks: marksIn(view, chunks, sampleRate) };
  }
  var pcm = 1;
  function chunksIn(view, from, to) {
    const chunks = [];
    for (let at = from; at + 8 <= to; ) {
      const length = view.getUint32(at + 4, true);
      chunks.push({ name: textAt(view, at, 4), from: at + 8, to: Math.min(to, at + 8 + length) });
      at += 8 + length + length % 2;
    }
    return chunks;
  }
  function marksIn(view, chunks, sampleRate) {
    const labels = new Map(
      chunks.filter(({ name: name3, from }) => name3 === "LIST" && textAt(view, from, 4) === "adtl").flatMap(({ from, to }) => chunksIn(view, from + 4, to)).filter(({ name: name3 }) => name3 === "labl").map(({ from, to }) => [view.getUint32(from, true), textAt(view, from + 4, to - from - 4).replace(/\0+$/, "")])
    );
    const cues = chunks.find(({ name: name3 }) => name3 === "cue ");
    if (!cues) return [];
    return Array.from({ length: Math.floor((cues.to - cues.from - 4) / 24) }, (_3, nth) => cues.from + 4 + nth * 24).map((at) => ({ seconds: view.getUint32(at + 4, true) / sampleRate, label: labels.get(view.getUint32(at, true)) ?? "" })).sort((one, other) => one.seconds - other.seconds);
  }
  var textAt = (view, at, length) => new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, Math.max(0, Math.min(length, view.byteLength - at))));

  // simulator/console/page/frame/playing.ts
  var waveBars = 160;
  function usePlaying(url) {
    const audio = T2(null);
    const [waveform, setWaveform] = d2(null);
    const [problem, setProblem] = d2(null);
    const [at, setAt] = d2({ seconds: 0, isPlaying: false, hasBegun: false });
    A2(() => {
      let isCurrent = true;
      setWaveform(null);
      setProblem(null);
      setAt({ seconds: 0, isPlaying: false, hasBegun: false });
      if (url === null) return void 0;
      readWaveform(url).then(
        (found) => isCurrent && setWaveform(found),
        () => isCurrent && setProblem("The recording could not be fetched.")
      );
      return () => {
        isCurrent = false;
      };
    }, [url]);
    const follow = () => {
      const { currentTime, paused } = audio.current ?? { currentTime: 0, paused: true };
      setAt((before) => ({ seconds: currentTime, isPlaying: !paused, hasBegun: before.hasBegun || !paused || currentTime > 0 }));
    };
    const moveTo = (seconds) => {
      if (audio.current) audio.current.currentTime = seconds;
      setAt((before) => ({ ...before, seconds, hasBegun: true }));
    };
    const play = () => void audio.current?.play().catch(() => setProblem("The browser cannot play it."));
    return {
      ...{ audio, waveform, problem, ...at, moveTo, follow },
      toggle: () => audio.current?.paused ? play() : audio.current?.pause(),
      playFrom(seconds) {
        moveTo(seconds);
        play();
      }
    };
  }
  async function readWaveform(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(String(response.status));
    return waveformIn(await response.arrayBuffer(), waveBars);
  }

  // simulator/console/page/frame/player.tsx
  function Player({ url, playing, turns }) {
    const { audio, waveform, isPlaying, seconds, problem, toggle, moveTo, follow } = playing;
    return /* @__PURE__ */ a3("div", { class: "player", children: [
      /* @__PURE__ */ a3(
        "audio",
        {
          ref: audio,
          src: url,
          preload: "metadata",
          controls: waveform === null,
          "aria-label": "Recording",
          onTimeUpdate: follow,
          onPlay: follow,
          onPause: follow,
          onEnded: follow
        }
      ),
      waveform && /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3("button", { type: "button", class: "play", "aria-label": isPlaying ? "Pause" : "Play", onClick: toggle, children: /* @__PURE__ */ a3("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true", children: /* @__PURE__ */ a3("path", { d: isPlaying ? "M5 3v10M11 3v10" : "M4.5 2.5v11l9-5.5z" }) }) }),
        /* @__PURE__ */ a3("span", { class: "waves", children: [
          /* @__PURE__ */ a3(Waves, { waveform, seconds, turns }),
          /* @__PURE__ */ a3(
            "input",
            {
              type: "range",
              "aria-label": "Place in the recording",
              "aria-valuetext": `${clockOf(seconds)} of ${clockOf(waveform.seconds)}`,
              min: "0",
              max: waveform.seconds,
              step: "0.1",
              value: seconds,
              onInput: (event) => moveTo(Number(event.currentTarget.value))
            }
          )
        ] }),
        /* @__PURE__ */ a3("span", { class: "place muted", children: [
          clockOf(seconds),
          " / ",
          clockOf(waveform.seconds)
        ] })
      ] }),
      problem && /* @__PURE__ */ a3(Problem, { children: problem })
    ] });
  }
  var [barWidth, gap, height] = [4, 2, 40];
  function Waves({ waveform, seconds, turns }) {
    const secondsOf = (bar) => (bar + 1) * waveform.seconds / waveBars;
    const speakerAt = (place2) => turns.findLast(({ at }) => at !== null && at <= place2)?.speaker;
    return /* @__PURE__ */ a3("svg", { viewBox: `0 0 ${waveBars * (barWidth + gap)} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true", children: waveform.peaks.map((peak, bar) => {
      const size = Math.max(1, peak * height);
      const speaker = speakerAt(secondsOf(bar)) === "AI" ? "agent" : "other";
      const heard = secondsOf(bar) <= seconds ? "heard" : "";
      return /* @__PURE__ */ a3("rect", { class: `${speaker} ${heard}`, x: bar * (barWidth + gap), y: (height - size) / 2, width: barWidth, height: size }, bar);
    }) });
  }

  // simulator/console/page/frame/conversation.tsx
  function Conversation({ transcript, recordingUrl: url }) {
    const recordingUrl = w2(() => url, [url?.split("?", 1)[0]]);
    const playing = usePlaying(recordingUrl);
    const lines = linesOf(transcript, playing.waveform?.marks ?? []);
    const current = playing.hasBegun ? lines.findLastIndex(({ at }) => at !== null && at <= playing.seconds) : -1;
    return /* @__PURE__ */ a3($, { children: [
      recordingUrl !== null && /* @__PURE__ */ a3(Player, { url: recordingUrl, playing, turns: lines }),
      lines.length === 0 ? /* @__PURE__ */ a3("p", { class: "muted", children: "There is no transcript." }) : /* @__PURE__ */ a3("ol", { class: "conversation", "aria-label": "Conversation", children: lines.map((line, index) => /* @__PURE__ */ a3(SaidLine, { line, isCurrent: index === current, playFrom: playing.playFrom }, index)) })
    ] });
  }
  function SaidLine({ line: { speaker, words, at }, isCurrent, playFrom }) {
    return /* @__PURE__ */ a3("li", { class: speaker === "AI" ? "agent" : "", "aria-current": isCurrent ? "true" : void 0, children: [
      /* @__PURE__ */ a3("span", { children: [
        speaker !== null && /* @__PURE__ */ a3("strong", { children: speaker }),
        " ",
        words
      ] }),
      at !== null && /* @__PURE__ */ a3("button", { type: "button", class: "quiet", "aria-label": `Play from ${clockOf(at)}`, onClick: () => playFrom(at), children: clockOf(at) })
    ] });
  }
  function linesOf(transcript, marks) {
    const texts = transcript === null || transcript.trim() === "" ? marks.map(({ label }) => label) : transcript.trimEnd().split("\n");
    return texts.map((text, index) => {
      const [, speaker = null, words = text] = /^(\w+): (.*)$/.exec(text) ?? [];
      return { speaker, words, at: marks[index]?.seconds ?? null };
    });
  }

  // screens/parts/call-table.tsx
  var CallTable = ({ calls, none, more = [] }) => /* @__PURE__ */ a3(
    Table,
    {
      label: "Calls",
      rows: calls,
      keyOf: ({ id }) => id,
      none,
      columns: [
        { title: "Call", value: ({ id, phoneNumber }) => /* @__PURE__ */ a3("a", { href: hashOf(["calls", id]), children: phoneNumber }) },
        { title: "State", value: ({ status }) => status },
        { title: "Outcome", value: ({ outcome }) => /* @__PURE__ */ a3("span", { class: "words", children: outcome }) },
        { title: "Ended because", value: ({ endedReason }) => endedReason },
        { title: "Talked", value: ({ durationSeconds }) => durationSeconds === null ? null : `${durationSeconds} s`, isNumber: true },
        { title: "Made", value: ({ createdAt }) => /* @__PURE__ */ a3(Time, { at: createdAt }) },
        { title: "From", value: ({ fromPhoneNumber }) => /* @__PURE__ */ a3("span", { class: "mono", children: fromPhoneNumber }) },
        ...more
      ]
    }
  );

  // screens/parts/call-words.tsx
  function talked({ durationSeconds, endedAt }) {
    if (durationSeconds !== null) return `${durationSeconds} s`;
    return endedAt === null ? "it has not ended" : "nobody answered";
  }
  var RecordingElsewhere = ({ url }) => /* @__PURE__ */ a3("a", { href: url, target: "_blank", rel: "noopener noreferrer", children: "Listen, within 15 minutes" });

  // screens/parts/facet.tsx
  var Facets = ({ children }) => /* @__PURE__ */ a3("form", { class: "facets", "aria-label": "Facets", onSubmit: (event) => event.preventDefault(), children });
  function Facet({ name: name3, hint = "id, then Enter", value = "", onGive }) {
    const [typed, setTyped] = d2(null);
    const give = () => {
      setTyped(null);
      if (typed !== null && typed.trim() !== value) onGive(typed.trim());
    };
    return /* @__PURE__ */ a3("label", { children: [
      name3,
      /* @__PURE__ */ a3(
        "input",
        {
          class: "mono",
          placeholder: hint,
          value: typed ?? value,
          onInput: ({ currentTarget }) => setTyped(currentTarget.value),
          onBlur: give,
          onKeyDown: ({ key }) => key === "Enter" && give()
        }
      )
    ] });
  }
  function Choice({ name: name3, options, value = "", onGive }) {
    return /* @__PURE__ */ a3("label", { children: [
      name3,
      /* @__PURE__ */ a3("select", { value, onChange: ({ currentTarget }) => onGive(currentTarget.value), children: [
        /* @__PURE__ */ a3("option", { value: "", children: "any" }),
        options.map((option) => /* @__PURE__ */ a3("option", { value: option, children: option }, option))
      ] })
    ] });
  }

  // screens/portal/call.tsx
  function Calls({ query: { cursor } }) {
    const asked = useAnswer(hashOf(["calls"], { cursor }), () => worded(api.listCalls({ ...cursor !== void 0 && { cursor } })), 1e4);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h1", { children: "Calls" }),
      /* @__PURE__ */ a3(Facets, { children: /* @__PURE__ */ a3(Facet, { name: "Call", value: "", onGive: (id) => go(["calls", id]) }) }),
      /* @__PURE__ */ a3(Answered, { asked, children: ({ calls, nextCursor }) => /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3(CallTable, { calls, none: "No call is over yet. One that is under way is found by its id." }),
        /* @__PURE__ */ a3(Older, { path: ["calls"], query: {}, cursor: nextCursor })
      ] }) })
    ] });
  }
  function Call({ id }) {
    const asked = useAnswer(id, () => worded(api.readCall({ id })), 5e3);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3("a", { href: hashOf(["calls"]), children: "Calls" }) }),
      /* @__PURE__ */ a3("h1", { class: "mono wrap", children: id }),
      /* @__PURE__ */ a3(Answered, { asked, children: ({ call }) => /* @__PURE__ */ a3(Detail2, { call }) })
    ] });
  }
  var Detail2 = ({ call }) => /* @__PURE__ */ a3($, { children: [
    /* @__PURE__ */ a3(
      Facts,
      {
        rows: [
          ["State", call.status],
          ["Outcome", call.outcome ?? "none"],
          ["Called", call.phoneNumber],
          ["Talked", talked(call)],
          ["Made", /* @__PURE__ */ a3(Time, { at: call.createdAt }, "made")],
          ["Ended", /* @__PURE__ */ a3(Time, { at: call.endedAt }, "ended")]
        ]
      }
    ),
    /* @__PURE__ */ a3("h2", { children: "What was said" }),
    call.recordingUrl === null ? /* @__PURE__ */ a3("p", { class: "muted", children: "There is no recording." }) : !isOurs(call.recordingUrl) && /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3(RecordingElsewhere, { url: call.recordingUrl }) }),
    /* @__PURE__ */ a3(
      Conversation,
      {
        transcript: call.transcript,
        recordingUrl: call.recordingUrl !== null && isOurs(call.recordingUrl) ? call.recordingUrl : null
      }
    )
  ] });
  var isOurs = (url) => new URL(url).origin === location.origin;

  // screens/parts/status-badge.tsx
  var deliveryStatuses = ["pending", "retrying", "success", "failed"];
  var tones = { success: "good", failed: "bad", retrying: "wait", pending: "live" };
  var StatusBadge = ({ status }) => /* @__PURE__ */ a3(Badge, { tone: tones[status] ?? "quiet", children: status });
  var OnOff = ({ isActive }) => /* @__PURE__ */ a3(Badge, { tone: isActive ? "good" : "quiet", children: isActive ? "on" : "off" });

  // screens/parts/delivery-columns.tsx
  var deliveryColumns = [
    { title: "Status", value: ({ status }) => /* @__PURE__ */ a3(StatusBadge, { status }) },
    {
      title: "Delivery",
      value: ({ id }) => /* @__PURE__ */ a3("a", { class: "mono", href: hashOf(["deliveries", id]), title: id, children: shortId(id) })
    },
    { title: "Event", value: ({ eventType }) => eventType },
    { title: "Last answer", value: ({ errorMessage, responseStatus }) => errorMessage ?? (responseStatus && `HTTP ${responseStatus}`) },
    { title: "Goes next", value: ({ nextRetryAt }) => /* @__PURE__ */ a3(Time, { at: nextRetryAt }) },
    { title: "Attempts", value: ({ attempts }) => attempts, isNumber: true },
    { title: "Made", value: ({ createdAt }) => /* @__PURE__ */ a3(Time, { at: createdAt }) }
  ];

  // screens/portal/deliveries.tsx
  function Deliveries({ query }) {
    const status = deliveryStatuses.find((one) => one === query["status"]);
    const page = Number(query["page"] ?? 1) || 1;
    const asked = useAnswer(
      hashOf(["deliveries"], query),
      () => worded(api.listWebhookDeliveries({ ...status && { status }, page })),
      1e4
    );
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h1", { children: "Deliveries" }),
      /* @__PURE__ */ a3(Facets, { children: [
        /* @__PURE__ */ a3(Choice, { name: "Status", options: deliveryStatuses, value: status, onGive: (value) => go(["deliveries"], { status: value }) }),
        /* @__PURE__ */ a3(Facet, { name: "Delivery", value: "", onGive: (id) => go(["deliveries", id]) })
      ] }),
      page > 1 && /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3("a", { href: hashOf(["deliveries"], { status }), children: "The newest ones" }) }),
      /* @__PURE__ */ a3(Answered, { asked, children: ({ deliveries, pagination }) => /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3(
          Table,
          {
            label: "Deliveries",
            rows: deliveries,
            keyOf: ({ id }) => id,
            none: "No delivery of the last 30 days is like this.",
            columns: [
              ...deliveryColumns,
              { title: "Endpoint", value: ({ endpoint }) => /* @__PURE__ */ a3("span", { class: "words", children: endpoint.name }) },
              { title: "Trigger", value: ({ trigger }) => /* @__PURE__ */ a3("span", { class: "words", children: trigger.name }) }
            ]
          }
        ),
        pagination.page < pagination.totalPages && /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3("a", { href: hashOf(["deliveries"], { ...query, page: String(page + 1) }), children: "Older ones" }) })
      ] }) })
    ] });
  }

  // simulator/console/page/frame/json.tsx
  function Json({ label, value }) {
    const [all, setAll] = d2("as it is");
    return /* @__PURE__ */ a3("div", { class: "json", children: [
      isHolder(value) && /* @__PURE__ */ a3("button", { type: "button", class: "quiet", onClick: () => setAll(all === "open" ? "folded" : "open"), children: all === "open" ? "Fold all" : "Unfold all" }),
      /* @__PURE__ */ a3("section", { class: "raw", "aria-label": label, tabIndex: 0, children: /* @__PURE__ */ a3(
        Value,
        {
          value,
          depth: 0,
          isOpen: (depth, count) => all === "as it is" ? depth < openDepth && count <= openCount : depth < (all === "open" ? mostDepth : 1)
        }
      ) }, all)
    ] });
  }
  var openDepth = 3;
  var openCount = 30;
  var mostDepth = 50;
  var mostMembers = 1e3;
  function Value({ name: name3, value, depth, isOpen, comma = "" }) {
    const members = membersOf(value);
    const [isShown, setShown] = d2(() => members !== null && isOpen(depth, members.length));
    const key = name3 === void 0 ? null : /* @__PURE__ */ a3("span", { class: "json-name", children: [
      JSON.stringify(name3),
      ": "
    ] });
    if (members === null || members.length === 0)
      return /* @__PURE__ */ a3("div", { class: "json-line", children: [
        key,
        /* @__PURE__ */ a3("span", { class: kindOf(value), children: JSON.stringify(value) }),
        comma
      ] });
    const [opening, closing] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
    return /* @__PURE__ */ a3("details", { class: "json-node", open: isShown, children: [
      /* @__PURE__ */ a3(
        "summary",
        {
          onClick: (event) => {
            event.preventDefault();
            setShown(!isShown);
          },
          children: [
            key,
            opening,
            /* @__PURE__ */ a3("span", { class: "json-folded", children: [
              plural(members.length, Array.isArray(value) ? "item" : "member"),
              " ",
              closing,
              comma
            ] })
          ]
        }
      ),
      /* @__PURE__ */ a3("div", { class: "json-members", children: [
        (isShown ? members.slice(0, mostMembers) : []).map(([member, each], index) => /* @__PURE__ */ a3(
          Value,
          {
            ...member === null ? {} : { name: member },
            value: each,
            depth: depth + 1,
            isOpen,
            comma: index < members.length - 1 ? "," : ""
          },
          index
        )),
        isShown && members.length > mostMembers && /* @__PURE__ */ a3("div", { class: "muted", children: [
          "… and ",
          (members.length - mostMembers).toLocaleString("en"),
          " more"
        ] })
      ] }),
      /* @__PURE__ */ a3("span", { children: [
        closing,
        comma
      ] })
    ] });
  }
  var isHolder = (value) => typeof value === "object" && value !== null && !isDigits(value);
  function membersOf(value) {
    if (Array.isArray(value)) return value.map((item) => [null, item]);
    return isHolder(value) ? Object.entries(value) : null;
  }
  function kindOf(value) {
    if (typeof value === "string") return "json-string";
    return typeof value === "number" || isDigits(value) ? "json-number" : "json-word";
  }

  // simulator/console/page/frame/waterfall.tsx
  function Waterfall({ from, fromWord = "made", attempts, timesOf, children, next }) {
    const tried = attempts.map(timesOf);
    const to = Math.max(from + 1, ...tried.map(endOf), next?.at ?? 0);
    const axis = { from: Math.min(from, ...tried.map(({ startedAt }) => startedAt)), to };
    const slowest = Math.max(leastSlowestMs, ...tried.map(({ durationMs }) => durationMs ?? 0));
    const before = (index) => index === 0 ? from : endOf(tried[index - 1]);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("ol", { class: "waterfall", "aria-label": "Attempts", children: [
        attempts.map((attempt, index) => {
          const times = tried[index];
          const gap2 = index === 0 ? null : lapse(times.startedAt - before(index));
          return /* @__PURE__ */ a3("li", { children: [
            children(attempt, gap2),
            /* @__PURE__ */ a3("div", { class: "drawn", children: [
              /* @__PURE__ */ a3(OnAxis, { axis, gapFrom: before(index), from: times.startedAt, to: endOf(times), tone: toneOf(times) }),
              /* @__PURE__ */ a3(Latency, { share: (times.durationMs ?? 0) / slowest, tone: toneOf(times) })
            ] })
          ] }, index);
        }),
        next && /* @__PURE__ */ a3("li", { children: [
          next.line,
          /* @__PURE__ */ a3("div", { class: "drawn", children: /* @__PURE__ */ a3(OnAxis, { axis, gapFrom: before(attempts.length), from: next.at, to: next.at, tone: "planned" }) })
        ] })
      ] }),
      /* @__PURE__ */ a3("p", { class: "ends muted", children: [
        /* @__PURE__ */ a3("span", { children: fromWord }),
        /* @__PURE__ */ a3("span", { children: [
          lapse(to - from),
          " later"
        ] })
      ] })
    ] });
  }
  var leastSlowestMs = 1e3;
  var lapse = (ms) => ms < 1e3 ? `${Math.max(0, Math.round(ms))} ms` : span(ms / 1e3);
  var endOf = ({ startedAt, durationMs }) => startedAt + (durationMs ?? 0);
  var toneOf = ({ durationMs, isAccepted }) => durationMs === null ? "planned" : isAccepted ? "good" : "bad";
  var axisWidth = 1e3;
  var leastWidth = 6;
  function OnAxis({ axis, gapFrom, from, to, tone }) {
    const placeOf = (time) => (time - axis.from) / (axis.to - axis.from) * axisWidth;
    const width = Math.min(axisWidth, Math.max(leastWidth, placeOf(to) - placeOf(from)));
    const x2 = Math.min(axisWidth - width, Math.max(0, placeOf(from)));
    const gapStart = Math.min(x2, Math.max(0, placeOf(gapFrom)));
    return /* @__PURE__ */ a3("svg", { class: "axis", viewBox: `0 0 ${axisWidth} 8`, preserveAspectRatio: "none", "aria-hidden": "true", children: [
      /* @__PURE__ */ a3("rect", { class: "ground", width: axisWidth, height: "8" }),
      /* @__PURE__ */ a3("rect", { class: "gap", x: gapStart, y: "3", width: x2 - gapStart, height: "2" }),
      /* @__PURE__ */ a3("rect", { class: tone, x: x2, width, height: "8" })
    ] });
  }
  function Latency({ share, tone }) {
    return /* @__PURE__ */ a3("svg", { class: "latency", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true", children: [
      /* @__PURE__ */ a3("rect", { class: "ground", width: "100", height: "8" }),
      /* @__PURE__ */ a3("rect", { class: tone, width: Math.max(2, 100 * share), height: "8" })
    ] });
  }

  // src/contract/attempt-words.ts
  var failureWords = {
    timeout: "timeout",
    blocked: "blocked address",
    dns: "the host name does not resolve",
    connect: "no connection",
    tls: "TLS: the handshake failed",
    reset: "the receiver closed the connection",
    protocol: "the request failed"
  };
  function attemptWords({ n: n2, status, errorClass }, { attempts, errorMessage }) {
    if (status !== null) return `HTTP ${status}`;
    if (n2 === attempts && errorMessage !== null) return errorMessage;
    return errorClass !== null && wordsOf(errorClass) || "no answer";
  }
  var wordsOf = (errorClass) => Object.hasOwn(failureWords, errorClass) ? failureWords[errorClass] : errorClass;

  // screens/parts/attempts.tsx
  function Attempts({ delivery, attempts }) {
    const { createdAt, nextRetryAt } = delivery;
    if (attempts.length === 0) return /* @__PURE__ */ a3("p", { class: "muted", children: "None yet." });
    return /* @__PURE__ */ a3(
      Waterfall,
      {
        from: new Date(createdAt).getTime(),
        attempts,
        timesOf: ({ startedAt, durationMs, errorClass }) => ({
          startedAt: new Date(startedAt).getTime(),
          durationMs,
          isAccepted: errorClass === null
        }),
        next: nextRetryAt === null ? null : { at: new Date(nextRetryAt).getTime(), line: /* @__PURE__ */ a3(NextLine, { n: attempts.length + 1, at: nextRetryAt }) },
        children: (attempt, gap2) => /* @__PURE__ */ a3(AttemptLine, { attempt, words: attemptWords(attempt, delivery), gap: gap2 })
      }
    );
  }
  var NextLine = ({ n: n2, at }) => /* @__PURE__ */ a3("span", { class: "attempt", children: [
    /* @__PURE__ */ a3(Mark, { tone: "wait" }),
    " ",
    /* @__PURE__ */ a3("strong", { children: n2 }),
    " goes at ",
    /* @__PURE__ */ a3(Time, { at })
  ] });
  function AttemptLine({ attempt, words, gap: gap2 }) {
    const { n: n2, startedAt, errorClass, durationMs, responseHead } = attempt;
    const isAccepted = errorClass === null;
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("span", { class: "attempt", children: [
        /* @__PURE__ */ a3(Mark, { tone: isAccepted ? "good" : "bad", label: isAccepted ? "accepted" : "failed" }),
        " ",
        /* @__PURE__ */ a3("strong", { children: n2 }),
        " ",
        /* @__PURE__ */ a3(Time, { at: startedAt }),
        " ",
        /* @__PURE__ */ a3("span", { children: words }),
        " ",
        /* @__PURE__ */ a3("span", { class: "muted", children: [
          "in ",
          durationMs.toLocaleString("en"),
          " ms",
          gap2 !== null && `, ${gap2} after the one before`
        ] })
      ] }),
      responseHead !== null && responseHead !== "" && /* @__PURE__ */ a3("details", { children: [
        /* @__PURE__ */ a3("summary", { children: "Its answer began" }),
        /* @__PURE__ */ a3("pre", { class: "wrap", children: responseHead })
      ] })
    ] });
  }

  // screens/parts/call-fact.tsx
  function callFact({ event, data }) {
    const { call_id: id } = data;
    if (typeof id !== "string") return [];
    if (event === "call.completed" && !("metadata" in data)) return [["Call", `${id}, which a dialer made`]];
    return [
      [
        "Call",
        /* @__PURE__ */ a3("a", { href: hashOf(["calls", id]), children: id }, "call")
      ]
    ];
  }

  // simulator/console/page/frame/button.tsx
  var Button = ({ isOff = false, onClick, ...rest }) => /* @__PURE__ */ a3(
    "button",
    {
      type: "button",
      ...rest,
      "aria-disabled": isOff,
      onClick: (event) => isOff ? event.preventDefault() : onClick?.(event),
      onKeyDown: (event) => {
        if (event.repeat && event.key === "Enter") event.preventDefault();
      }
    }
  );
  var unlessDouble = (answer) => ({ detail: clicks }) => {
    if (clicks < 2) answer();
  };

  // screens/parts/send-again.tsx
  function SendAgain({ delivery: { status, endpoint }, send, onDone }) {
    const { isBusy, problem, run } = useChange();
    if (status !== "success" && status !== "failed")
      return /* @__PURE__ */ a3("p", { class: "muted", children: "It can be sent again by hand once it is accepted or given up." });
    return /* @__PURE__ */ a3("p", { children: [
      /* @__PURE__ */ a3(Button, { class: "primary", isOff: isBusy, onClick: () => void run(send).then(onDone), children: isBusy ? "Sending …" : "Send it again now" }),
      " ",
      /* @__PURE__ */ a3("span", { class: "muted", children: [
        "The same bytes go to ",
        endpoint.name,
        " under the same id."
      ] }),
      problem !== null && /* @__PURE__ */ a3(Problem, { children: problem })
    ] });
  }

  // screens/parts/story-of.ts
  function storyOf({
    status,
    attempts,
    errorMessage,
    nextRetryAt
  }) {
    const last = errorMessage === null ? "" : ` The last attempt came to: ${errorMessage}.`;
    switch (status) {
      case "success":
        return `It was accepted at attempt ${attempts}.`;
      case "failed":
        return `It was given up after ${plural(attempts, "attempt")}.${last}`;
      case "retrying":
        return `${attempts === 0 ? "It waits for its budget." : `${plural(attempts, "attempt")} ${attempts === 1 ? "has" : "have"} failed.`}${last}${nextRetryAt ? " It goes again by itself." : ""}`;
      default:
        return "It is on its way.";
    }
  }

  // screens/parts/delivery-view.tsx
  function DeliveryView({ id, asked, shown }) {
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3("a", { href: hashOf(["deliveries"]), children: "Deliveries" }) }),
      /* @__PURE__ */ a3("h1", { class: "mono wrap", children: id }),
      /* @__PURE__ */ a3(Answered, { asked, children: (body) => /* @__PURE__ */ a3(Detail3, { ...shown(body), onDone: asked.askAgain }) })
    ] });
  }
  function Detail3({ delivery, attempts, content, text, to, send, onDone }) {
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("p", { class: "lead", children: [
        /* @__PURE__ */ a3(StatusBadge, { status: delivery.status }),
        " ",
        /* @__PURE__ */ a3("span", { children: storyOf(delivery) })
      ] }),
      /* @__PURE__ */ a3(
        Facts,
        {
          rows: [
            ["Event", delivery.eventType],
            ["Made", /* @__PURE__ */ a3(Time, { at: delivery.createdAt }, "made")],
            ...to,
            ["Trigger", delivery.trigger.name],
            ["Goes next", /* @__PURE__ */ a3(Time, { at: delivery.nextRetryAt }, "next")],
            ...callFact(content)
          ]
        }
      ),
      /* @__PURE__ */ a3(SendAgain, { delivery, send, onDone }),
      /* @__PURE__ */ a3("h2", { children: "Attempts" }),
      /* @__PURE__ */ a3(Attempts, { delivery, attempts }),
      /* @__PURE__ */ a3("div", { class: "raw-head", children: [
        /* @__PURE__ */ a3("h2", { children: "Payload" }),
        /* @__PURE__ */ a3(CopyButton, { label: "Copy", name: "Copy the payload", text: () => text })
      ] }),
      /* @__PURE__ */ a3(Json, { label: "Payload", value: content })
    ] });
  }

  // screens/portal/delivery.tsx
  function Delivery({ id }) {
    const asked = useAnswer(id, () => worded(readDelivery(id)), 5e3);
    return /* @__PURE__ */ a3(
      DeliveryView,
      {
        id,
        asked,
        shown: (delivery) => ({
          delivery,
          attempts: delivery.attemptLog,
          content: delivery.payload,
          text: JSON.stringify(delivery.payload, null, 2),
          to: [
            ["Endpoint", delivery.endpoint.name],
            ["URL", delivery.endpoint.url]
          ],
          send: () => worded(api.retryWebhookDelivery({ id: delivery.id }))
        })
      }
    );
  }

  // screens/parts/surely.tsx
  function Surely({ act, name: name3, onConfirm }) {
    const [isSure, setSure] = d2(false);
    const button = T2(null);
    const confirm = () => {
      button.current?.closest(".scrolled")?.focus();
      onConfirm();
    };
    return isSure ? /* @__PURE__ */ a3(Button, { ref: button, class: "danger", onClick: unlessDouble(confirm), onBlur: () => setSure(false), children: [
      act,
      " for good"
    ] }) : /* @__PURE__ */ a3(Button, { class: "quiet", "aria-label": `${act} ${name3}`, onClick: () => setSure(true), children: act });
  }

  // screens/parts/form.tsx
  function Form({ name: name3, act, question, send, onDone, children }) {
    const { isBusy, problem, run } = useChange();
    const [asksBack, askBack] = d2(null);
    const form = T2(null);
    const button = T2(null);
    const last = T2({ said: "", key: "" });
    const sendNow = async () => {
      if (!form.current) return;
      const given = new FormData(form.current);
      const said = saidIn(given);
      if (last.current.said !== said) last.current = { said, key: `page-${crypto.getRandomValues(new Uint32Array(4)).join("-")}` };
      const { key } = last.current;
      if (!await run(() => send(given, key))) return;
      last.current = { said: "", key: "" };
      if (form.current && saidIn(new FormData(form.current)) === said) form.current.reset();
      onDone();
    };
    const submit = (event) => {
      event.preventDefault();
      if (question && form.current) askBack(question(new FormData(form.current)));
      else void sendNow();
    };
    const leaveQuestion = () => {
      button.current?.focus();
      askBack(null);
    };
    return /* @__PURE__ */ a3("form", { ref: form, class: "facets", "aria-label": name3, onSubmit: submit, onInput: () => askBack(null), children: [
      children,
      /* @__PURE__ */ a3(Button, { ref: button, type: "submit", class: "primary", isOff: isBusy || asksBack !== null, children: act }),
      asksBack !== null && /* @__PURE__ */ a3("p", { class: "whole", role: "alert", children: [
        asksBack,
        " ",
        /* @__PURE__ */ a3(
          "button",
          {
            type: "button",
            class: "primary",
            onClick: () => {
              leaveQuestion();
              void sendNow();
            },
            children: "Yes"
          }
        ),
        " ",
        /* @__PURE__ */ a3("button", { type: "button", onClick: leaveQuestion, children: "No" })
      ] }),
      problem !== null && /* @__PURE__ */ a3(Problem, { children: problem })
    ] });
  }
  var saidIn = (given) => JSON.stringify([...given]);
  var typedIn = (given, name3) => String(given.get(name3) ?? "").trim();

  // screens/parts/shown-once.tsx
  var ShownOnce = ({ name: name3, text }) => /* @__PURE__ */ a3("div", { class: "whole", children: [
    /* @__PURE__ */ a3("p", { children: [
      name3,
      ", shown this once: ",
      /* @__PURE__ */ a3(CopyButton, { label: "Copy", name: `Copy: ${name3}`, text: () => text })
    ] }),
    /* @__PURE__ */ a3(Verbatim, { label: name3, children: text })
  ] });

  // screens/portal/new-endpoint.tsx
  function NewEndpoint({ onDone }) {
    const [secret, setSecret] = d2(null);
    const make = async (given, idempotencyKey) => {
      const body = { name: typedIn(given, "name"), url: typedIn(given, "url"), idempotencyKey };
      setSecret((await worded(api.createWebhookEndpoint(body))).endpoint.signingSecret);
    };
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3(Form, { name: "New endpoint", act: "Make an endpoint", send: make, onDone, children: [
        /* @__PURE__ */ a3("label", { children: [
          "Name",
          /* @__PURE__ */ a3("input", { name: "name", required: true, maxLength: 100 })
        ] }),
        /* @__PURE__ */ a3("label", { children: [
          "URL",
          /* @__PURE__ */ a3("input", { name: "url", type: "url", required: true, placeholder: "https://" })
        ] })
      ] }),
      secret !== null && /* @__PURE__ */ a3(ShownOnce, { name: "Signing secret", text: secret })
    ] });
  }

  // screens/portal/triggers.tsx
  function Triggers({ triggers, endpoints, onDone }) {
    const { isBusy, problem, run } = useChange();
    const remove = (id) => void run(() => worded(api.deleteAutomationTrigger({ id }))).then(onDone);
    const test = (id) => void run(async () => go(["deliveries", (await worded(api.testAutomationTrigger({ id }))).id]));
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h2", { children: "Triggers" }),
      problem !== null && /* @__PURE__ */ a3(Problem, { children: problem }),
      /* @__PURE__ */ a3(
        Table,
        {
          label: "Triggers",
          rows: triggers,
          keyOf: ({ id }) => id,
          none: "No trigger yet: nothing is sent.",
          columns: [
            { title: "Trigger", value: ({ name: name3 }) => /* @__PURE__ */ a3("span", { class: "words", children: name3 }) },
            {
              title: "Test",
              value: ({ id, name: name3, isActive }) => /* @__PURE__ */ a3(Button, { "aria-label": `Send a test event of ${name3}`, isOff: isBusy || !isActive, onClick: () => test(id), children: "Send a test event" })
            },
            { title: "State", value: (trigger) => /* @__PURE__ */ a3(OnOff, { ...trigger }) },
            { title: "Event", value: ({ eventType }) => eventType },
            {
              title: "If it came to",
              value: ({ conditions }) => /* @__PURE__ */ a3("span", { class: "words", children: conditions.outcome?.join(" or ") ?? "anything" })
            },
            { title: "Goes to", value: ({ webhookEndpoint }) => /* @__PURE__ */ a3("span", { class: "words", children: webhookEndpoint.name }) },
            { title: "", value: ({ id, name: name3 }) => /* @__PURE__ */ a3(Surely, { act: "Remove", name: name3, onConfirm: () => remove(id) }) }
          ]
        }
      ),
      endpoints.length > 0 && /* @__PURE__ */ a3(NewTrigger, { endpoints, onDone })
    ] });
  }
  function NewTrigger({ endpoints, onDone }) {
    const make = (given, idempotencyKey) => {
      const outcome = typedIn(given, "outcome").toUpperCase().split(/[\s,]+/).filter(Boolean);
      return worded(
        api.createAutomationTrigger({
          name: typedIn(given, "name"),
          eventType: eventTypes.find((one) => one === given.get("event")) ?? "call.completed",
          webhookEndpointId: typedIn(given, "endpoint"),
          ...outcome.length > 0 && { conditions: { outcome } },
          idempotencyKey
        })
      );
    };
    return /* @__PURE__ */ a3(Form, { name: "New trigger", act: "Make a trigger", send: make, onDone, children: [
      /* @__PURE__ */ a3("label", { children: [
        "Name of the trigger",
        /* @__PURE__ */ a3("input", { name: "name", required: true, maxLength: 100 })
      ] }),
      /* @__PURE__ */ a3("label", { children: [
        "Event",
        /* @__PURE__ */ a3("select", { name: "event", children: eventTypes.map((one) => /* @__PURE__ */ a3("option", { children: one }, one)) })
      ] }),
      /* @__PURE__ */ a3("label", { children: [
        "Only if the call came to",
        /* @__PURE__ */ a3("input", { name: "outcome", placeholder: "INTERESTED, CALLBACK" })
      ] }),
      /* @__PURE__ */ a3("label", { children: [
        "Endpoint",
        /* @__PURE__ */ a3("select", { name: "endpoint", children: endpoints.map(({ id, name: name3 }) => /* @__PURE__ */ a3("option", { value: id, children: name3 }, id)) })
      ] })
    ] });
  }

  // screens/portal/endpoints.tsx
  var everything = async () => ({ ...await worded(api.listWebhookEndpoints()), ...await worded(api.listAutomationTriggers()) });
  function Endpoints() {
    const asked = useAnswer("endpoints", everything, 1e4);
    const { problem, run } = useChange();
    const remove = (id) => void run(() => worded(api.deleteWebhookEndpoint({ id }))).then(asked.askAgain);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("h1", { children: "Endpoints" }),
      problem !== null && /* @__PURE__ */ a3(Problem, { children: problem }),
      /* @__PURE__ */ a3(Answered, { asked, children: ({ endpoints, triggers }) => /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3(EndpointTable, { endpoints, onRemove: remove }),
        endpoints.length > 0 && /* @__PURE__ */ a3($, { children: [
          /* @__PURE__ */ a3("p", { class: "muted", children: "One that is removed takes along its triggers and the deliveries that are still on their way to it." }),
          /* @__PURE__ */ a3("p", { class: "lead", children: [
            /* @__PURE__ */ a3("a", { href: hashOf(["deliveries"], { status: "retrying" }), children: "Deliveries that are tried again" }),
            /* @__PURE__ */ a3("a", { href: hashOf(["deliveries"], { status: "failed" }), children: "Deliveries that were given up" })
          ] })
        ] }),
        /* @__PURE__ */ a3(NewEndpoint, { onDone: asked.askAgain }),
        /* @__PURE__ */ a3(Triggers, { triggers, endpoints, onDone: asked.askAgain })
      ] }) })
    ] });
  }
  var EndpointTable = ({ endpoints, onRemove }) => /* @__PURE__ */ a3(
    Table,
    {
      label: "Endpoints",
      rows: endpoints,
      keyOf: ({ id }) => id,
      none: "No endpoint yet. Make one below.",
      columns: [
        { title: "Endpoint", value: ({ name: name3 }) => /* @__PURE__ */ a3("span", { class: "words", children: name3 }) },
        { title: "State", value: (endpoint) => /* @__PURE__ */ a3(State, { ...endpoint }) },
        { title: "Why", value: ({ health }) => health.reason ?? /* @__PURE__ */ a3("span", { class: "muted", children: "–" }) },
        { title: "Failing since", value: ({ health }) => /* @__PURE__ */ a3(Time, { at: health.since }) },
        { title: "URL", value: ({ method, url }) => /* @__PURE__ */ a3(Url, { children: `${method} ${url}` }) },
        { title: "Secret ends in", value: ({ signingSecret }) => /* @__PURE__ */ a3("span", { class: "mono", children: signingSecret.slice(-4) }) },
        { title: "", value: ({ id, name: name3 }) => /* @__PURE__ */ a3(Surely, { act: "Remove", name: name3, onConfirm: () => onRemove(id) }) }
      ]
    }
  );
  function State({ isActive, health }) {
    if (!isActive) return /* @__PURE__ */ a3(Badge, { tone: "quiet", children: "off" });
    return health.state === "healthy" ? /* @__PURE__ */ a3(Badge, { tone: "good", children: "on" }) : /* @__PURE__ */ a3(Badge, { tone: "bad", children: health.state });
  }

  // screens/portal/app.tsx
  var views = [
    ["Endpoints", "endpoints", "webhooks"],
    ["Deliveries", "deliveries", "webhooks"],
    ["Calls", "calls", "calls:read"],
    ["Usage and keys", "account", "read"]
  ];
  function App({ session: session2 }) {
    const [isOver, setOver] = d2(session2 === null);
    const context = w2(() => ({ end: () => setOver(true) }), []);
    const address = useAddress();
    const { problem, run } = useChange();
    const allowed = views.filter(([, , scope]) => session2?.scopes.includes(scope));
    const shown = address.path[0] ?? allowed[0]?.[1];
    useStep(address, allowed.find(([, path]) => path === shown)?.[0]);
    if (isOver || session2 === null) return /* @__PURE__ */ a3(Over, {});
    const leave = () => void run(endSession).then((isDone) => isDone && context.end());
    return /* @__PURE__ */ a3(Session.Provider, { value: context, children: [
      /* @__PURE__ */ a3("header", { class: "top", children: [
        /* @__PURE__ */ a3("nav", { "aria-label": "Views", children: allowed.map(([name3, path]) => /* @__PURE__ */ a3("a", { href: hashOf([path]), "aria-current": shown === path ? "page" : void 0, children: name3 }, path)) }),
        /* @__PURE__ */ a3("span", { class: "end", children: [
          /* @__PURE__ */ a3("span", { class: "muted until", children: [
            "Until ",
            /* @__PURE__ */ a3(Time, { at: session2.expiresAt })
          ] }),
          /* @__PURE__ */ a3(ThemeSwitch, {}),
          /* @__PURE__ */ a3("button", { type: "button", class: "quiet", onClick: leave, children: "Leave" })
        ] })
      ] }),
      /* @__PURE__ */ a3("main", { class: "view", children: [
        problem !== null && /* @__PURE__ */ a3(Problem, { children: [
          "The session goes on. ",
          problem
        ] }),
        allowed.some(([, path]) => path === shown) ? /* @__PURE__ */ a3(View, { ...address, path: [shown ?? "", ...address.path.slice(1)] }) : /* @__PURE__ */ a3(Nowhere, {})
      ] })
    ] });
  }
  function View({ path, query }) {
    const [name3, id] = path;
    if (name3 === "endpoints") return /* @__PURE__ */ a3(Endpoints, {});
    if (name3 === "deliveries") return id === void 0 ? /* @__PURE__ */ a3(Deliveries, { query }) : /* @__PURE__ */ a3(Delivery, { id });
    if (name3 === "calls") return id === void 0 ? /* @__PURE__ */ a3(Calls, { query }) : /* @__PURE__ */ a3(Call, { id });
    return /* @__PURE__ */ a3(Account, {});
  }
  var Nowhere = () => /* @__PURE__ */ a3($, { children: [
    /* @__PURE__ */ a3("h1", { children: "Nothing is here" }),
    /* @__PURE__ */ a3("p", { children: "The portal has no such view, or the link that was opened does not allow it." })
  ] });
  var NotOpened = ({ why, act }) => /* @__PURE__ */ a3("main", { class: "sign-in", children: /* @__PURE__ */ a3("section", { children: [
    /* @__PURE__ */ a3("h1", { children: [
      "The ",
      linkInAddress() === void 0 && act === "Try again" ? "portal" : "link",
      " could not be opened"
    ] }),
    /* @__PURE__ */ a3("p", { children: why }),
    /* @__PURE__ */ a3("button", { type: "button", class: "primary", onClick: () => location.reload(), children: act })
  ] }) });
  var Over = () => /* @__PURE__ */ a3("main", { class: "sign-in", children: /* @__PURE__ */ a3("section", { children: [
    /* @__PURE__ */ a3("h1", { children: "No session is open here" }),
    /* @__PURE__ */ a3("p", { children: "Each link opens a session once, and the session lasts an hour at most. Go back to where you found the link and open it again." })
  ] }) });

  // screens/portal/main.tsx
  applyTheme();
  showHidden();
  var place = document.getElementById("page");
  addEventListener("hashchange", (event) => {
    if (linkInAddress() === void 0) return;
    event.stopImmediatePropagation();
    location.reload();
  });
  var show = (shown) => {
    if (place) Q(shown, place);
  };
  show(
    /* @__PURE__ */ a3("main", { class: "sign-in", children: /* @__PURE__ */ a3("p", { class: "muted", children: "Asking …" }) })
  );
  void openSession().then(
    ({ session: session2, isRefused }) => isRefused && session2 !== null ? /* @__PURE__ */ a3(
      NotOpened,
      {
        why: "It has been opened before, has expired, or is not whole. A session that is open in this browser goes on.",
        act: "Go on"
      }
    ) : /* @__PURE__ */ a3(App, { session: session2 }),
    (error) => /* @__PURE__ */ a3(NotOpened, { why: refusalOf(error).message, act: "Try again" })
  ).then(show);
})();
